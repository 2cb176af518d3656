internal import Foundation

enum InputSize {
    /// How many bytes the files have together; `nil` where they cannot be known or are not the bytes that will be read.
    static func bytes(of paths: [String]) -> Int? {
        var sum = 0
        for path in paths {
            guard path != "-", !path.hasSuffix(".gz"),
                let values = try? URL(filePath: path).resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey]),
                values.isRegularFile == true, let size = values.fileSize
            else { return nil }
            sum += size
        }
        return sum
    }
}
