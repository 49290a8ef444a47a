import Foundation
import Glibc
import PrometheusMetrics

/// What the kernel knows of this process, under the names that client libraries of Prometheus use.
struct ProcessMetrics: Hashable, Sendable {
    var residentBytes: Int
    var cpuSeconds: Double
    /// Seconds since 1970.
    var startTime: Double

    /// Reads `/proc/self/stat` and the start of the system in `/proc/stat` (proc(5)); `nil` if a text is none of them.
    init?(process: String, system: String, pageSize: Int, ticksPerSecond: Double) {
        // The name of the program, in parentheses, may contain anything.
        guard let end = process.lastIndex(of: ")") else { return nil }
        let fields = process[process.index(after: end)...].split(whereSeparator: \.isWhitespace)
        guard fields.count > 21, let user = Double(fields[11]), let kernel = Double(fields[12]),
            let start = Double(fields[19]), let pages = Int(fields[21]),
            let boot = system.split(separator: "\n").first(where: { $0.hasPrefix("btime ") }),
            let booted = Double(boot.dropFirst(6))
        else { return nil }
        residentBytes = pages * pageSize
        cpuSeconds = (user + kernel) / ticksPerSecond
        startTime = booted + start / ticksPerSecond
    }

    init?() {
        guard let process = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let system = try? String(contentsOfFile: "/proc/stat", encoding: .utf8)
        else { return nil }
        self.init(
            process: process,
            system: system,
            pageSize: sysconf(Int32(_SC_PAGESIZE)),
            ticksPerSecond: Double(sysconf(Int32(_SC_CLK_TCK)))
        )
    }

    /// The metrics of this process; those that cannot be read are left out.
    static var families: [MetricFamily] {
        var families: [MetricFamily] = []
        if let process = ProcessMetrics() {
            families += [
                MetricFamily(
                    "process_cpu_seconds_total",
                    .counter,
                    "Time of processors that the process has used.",
                    process.cpuSeconds
                ),
                MetricFamily(
                    "process_resident_memory_bytes",
                    .gauge,
                    "Memory of the process.",
                    Double(process.residentBytes)
                ),
                MetricFamily(
                    "process_start_time_seconds",
                    .gauge,
                    "When the process began, in seconds since 1970.",
                    process.startTime
                ),
            ]
        }
        if let open = openFiles {
            families.append(MetricFamily("process_open_fds", .gauge, "Open files and connections.", Double(open)))
        }
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            families.append(
                MetricFamily("process_max_fds", .gauge, "The limit of open files.", Double(limit.rlim_cur))
            )
        }
        return families
    }

    private static var openFiles: Int? {
        guard let folder = opendir("/proc/self/fd") else { return nil }
        defer { closedir(folder) }
        // Neither the two entries of every folder nor the folder itself.
        var count = -3
        while readdir(folder) != nil { count += 1 }
        return count
    }
}
