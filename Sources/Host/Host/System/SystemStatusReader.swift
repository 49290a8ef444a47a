import Foundation
import TodayProtocol

/// Reads the state of the computer, from `/proc` and the root file system (proc(5)).
struct SystemStatusReader: Sendable {
    struct Failure: Error, Hashable {
        /// The file that is missing or has another form than proc(5) says.
        var file: String
    }

    var folder = "/proc"

    func read() throws(Failure) -> SystemStatusRequest.Reply {
        let load = try numbers(in: "loadavg", count: 3)
        let memory = try memory()
        return SystemStatusRequest.Reply(
            load: load,
            processors: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))),
            memory: memory.main,
            swap: memory.swap,
            disk: try disk(),
            uptime: try numbers(in: "uptime", count: 1)[0]
        )
    }

    private func text(of file: String) throws(Failure) -> String {
        do {
            return try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
        } catch {
            throw Failure(file: "\(folder)/\(file)")
        }
    }

    private func numbers(in file: String, count: Int) throws(Failure) -> [Double] {
        let words = try text(of: file).split(separator: " ", maxSplits: count).prefix(count)
        let numbers = words.compactMap { Double($0.trimmingCharacters(in: .newlines)) }
        guard numbers.count == count, numbers.allSatisfy({ $0.isFinite && $0 >= 0 }) else {
            throw Failure(file: "\(folder)/\(file)")
        }
        return numbers
    }

    private func memory() throws(Failure) -> (main: SystemStatusRequest.Capacity, swap: SystemStatusRequest.Capacity) {
        var bytes: [Substring: Int] = [:]
        for line in try text(of: "meminfo").split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 3, words[2] == "kB", let number = Int(words[1]) else { continue }
            let (value, overflows) = number.multipliedReportingOverflow(by: 1024)
            if !overflows { bytes[words[0].dropLast()] = value }
        }
        guard let total = bytes["MemTotal"], let available = bytes["MemAvailable"] else {
            throw Failure(file: "\(folder)/meminfo")
        }
        return (
            SystemStatusRequest.Capacity(total: total, available: available),
            SystemStatusRequest.Capacity(total: bytes["SwapTotal"] ?? 0, available: bytes["SwapFree"] ?? 0)
        )
    }

    private func disk() throws(Failure) -> SystemStatusRequest.Capacity {
        var status = statvfs()
        guard statvfs("/", &status) == 0 else { throw Failure(file: "/") }
        let block = Int(status.f_frsize)
        // Space that only root may use is not available to the person, and so does not count towards the total.
        let reserved = Int(status.f_bfree) - Int(status.f_bavail)
        return SystemStatusRequest.Capacity(
            total: (Int(status.f_blocks) - reserved) * block,
            available: Int(status.f_bavail) * block
        )
    }
}
