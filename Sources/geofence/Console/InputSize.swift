internal import Foundation
internal import Geofencing

/// How much there is to read, for the display of progress.
enum InputSize {
    /// Returns the total size of the files in bytes; `nil` if it cannot be known or is not the number of bytes that
    /// will be read.
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

    /// Returns the same for traces; those of other programs are converted, and what is read has another size.
    static func bytes(ofTraces paths: [String]) -> Int? {
        // Only regular files are opened for that.
        guard let sum = bytes(of: paths), !paths.contains(where: TraceReader.converts) else { return nil }
        return sum
    }

    /// Returns whether a file is compressed. Like the readers, it decides by content: a compressed file may have any
    /// name.
    private static func isGzip(_ path: String) -> Bool {
        let head = try? FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: 2)
        return head.map { Array($0) } == InputFile.gzipMark
    }
}
