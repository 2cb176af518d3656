#if os(Linux)
import Foundation
import TestSupport
import Testing

/// A watch whose output cannot be brought to the disk.
@Suite(
    .enabled(
        if: (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .contains { FileManager.default.isExecutableFile(atPath: "\($0)/clang") },
        "there is no clang here"
    )
)
struct WatchSyncTests {
    /// Makes the second call of one kind for `events.csv` fail, and no other, as the system reports a write that failed
    /// only once.
    private static let fault = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>

        static int fails(const char *call, int file) {
            static int calls;
            char link[40], path[4096] = "";
            const char *fault = getenv("FAULT");
            if (!fault || strcmp(fault, call)) return 0;
            snprintf(link, sizeof link, "/proc/self/fd/%d", file);
            if (readlink(link, path, sizeof path - 1) <= 0 || !strstr(path, "/events.csv") || ++calls != 2) return 0;
            errno = EIO;
            return 1;
        }

        int fsync(int file) {
            if (fails("fsync", file)) return -1;
            return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file);
        }

        ssize_t read(int file, void *bytes, size_t count) {
            if (fails("read", file)) return -1;
            return ((ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read"))(file, bytes, count);
        }

        """

    @Test(arguments: ["fsync", "read"])
    func `a watch whose output cannot be brought to the disk ends, and the next run writes it again`(
        fault: String
    ) async throws {
        let bench = try Workbench()
        try bench.folder.write(Self.fault, to: "fault.c")
        let script = """
            clang -shared -fPIC fault.c -o fault.so || exit 1
            geofence fences import fences.geojson --store s.db --quiet
            cp s.db whole.db
            watch="geofence watch --policy raw --trace trace.csv --quiet"
            $watch --store whole.db --output whole.csv
            FAULT=\(fault) LD_PRELOAD="$PWD/fault.so${LD_PRELOAD:+ $LD_PRELOAD}" $watch --store s.db --output events.csv
            echo "status $?"
            $watch --store s.db --output events.csv
            echo "status $?"
            cmp whole.csv events.csv && geofence events --store s.db --format csv | cmp - whole.csv
            """
        let run = try await GeofenceProcess.shell(script, in: bench.folder)
        #expect(run.status == 0, "\(run.errorOutput)")
        #expect(run.lines == ["status 74", "status 0"], "\(run.errorOutput)")
        #expect(run.errorOutput.hasPrefix("events.csv: error:"), "\(run.errorOutput)")
    }
}
#endif
