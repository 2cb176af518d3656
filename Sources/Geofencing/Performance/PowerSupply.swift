#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The batteries that Linux reports in files; other systems have no such folder.
struct PowerSupply {
    var folder = "/sys/class/power_supply"

    /// The charge, 0 ... 1, averaged over all batteries; `nil` without one.
    var batteryLevel: Double? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let levels = names.compactMap { name -> Double? in
            // A mouse or a pen has a battery too, but its scope shows that it does not power the machine.
            guard text(name, "type") == "Battery", text(name, "scope") != "Device",
                let percent = text(name, "capacity").flatMap({ Int($0) }), (0...100).contains(percent)
            else { return nil }
            return Double(percent) / 100
        }
        return levels.isEmpty ? nil : levels.reduce(0, +) / Double(levels.count)
    }

    /// Returns the first line of a file about a supply.
    private func text(_ supply: String, _ property: String) -> String? {
        FileManager.default.contents(atPath: "\(folder)/\(supply)/\(property)").flatMap { bytes in
            String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first.map { String($0) }
        }
    }
}
