import Foundation

/// The same benchmark with Foundation's `UserDefaults(suiteName:)`: eight processes, each with its own keys.
enum UserDefaultsBenchmark {
    private static let writers = 8
    private static let writes = 50

    static func run() throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "today-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        let begin = ContinuousClock.now
        let processes = try (0..<writers).map { writer in
            let process = Process()
            process.executableURL = URL(filePath: CommandLine.arguments[0])
            process.arguments = ["user-defaults-writer", "bench.suite", "\(writer)", "\(writes)"]
            process.environment = ["HOME": home.path(percentEncoded: false), "PATH": "/usr/bin:/bin"]
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            return process
        }
        for process in processes { process.waitUntilExit() }
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        let kept = try count(below: home)
        let all = writers * writes
        Figure(name: "UserDefaults writes, 8 writers", unit: "/s", values: [Double(all) / seconds]).report()
        Figure(name: "UserDefaults writes lost of \(all), 8 writers", unit: "", values: [Double(all - kept)]).report()
    }

    /// The work of one process.
    static func write(suite: String, writer: String, count: Int) {
        guard let defaults = UserDefaults(suiteName: suite) else { return }
        for number in 0..<count {
            defaults.set(number, forKey: "\(writer).\(number)")
            defaults.synchronize()
        }
    }

    /// Returns the number of keys in the suite's file.
    private static func count(below home: URL) throws -> Int {
        let files = try FileManager.default.subpathsOfDirectory(atPath: home.path(percentEncoded: false))
        guard let file = files.first(where: { $0.hasSuffix("bench.suite.plist") }) else { return 0 }
        let data = try Data(contentsOf: home.appending(path: file))
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        return (list as? [String: Any])?.count ?? 0
    }
}
