internal import Foundation

enum InputSize {
    /// How many bytes the files have together; `nil` where they cannot be known or are not the bytes that will be read.
    static func bytes(of paths: [String]) -> Int? {
        var sum = 0
        for path in paths {
            guard path != "-",
                let values = try? URL(filePath: path).resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey]),
                values.isRegularFile == true, let size = values.fileSize, !isGzip(path)
            else { return nil }
            sum += size
        }
        return sum
    }

    /// By content, as readers tell it: a packed file may have any name.
    private static func isGzip(_ path: String) -> Bool {
        let head = try? FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: 2)
        return head == Data([0x1F, 0x8B])
    }
}
