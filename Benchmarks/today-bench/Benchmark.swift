import Foundation
import JSON
import TodayKit

/// Runs the benchmarks of `script/bench` that measure inside one process; prints each figure as a line of JSON.
@main
enum Benchmark {
    static func main() async throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.isEmpty, FileManager.default.currentDirectoryPath == "/app" {
            // The process runs in the sandbox of a bundle that DefaultsBenchmark made.
            return await WriterApp.main()
        }
        guard !arguments.isEmpty else { return usage() }
        let name = arguments.removeFirst()
        switch (name, arguments.count) {
        case ("start", 1): try await StartBenchmark(bundle: arguments[0]).run()
        case ("round-trip", 1): try await RoundTripBenchmark(bundle: arguments[0]).run()
        case ("defaults", 0): try await DefaultsBenchmark().run()
        case ("user-defaults", 0): try UserDefaultsBenchmark.run()
        case ("user-defaults-writer", 3):
            UserDefaultsBenchmark.write(suite: arguments[0], writer: arguments[1], count: Int(arguments[2]) ?? 0)
        case ("cards", 1): try CardBenchmark(folder: arguments[0]).run()
        case ("streams", 1):
            do {
                try StreamLoad.run(plan: arguments[0])
            } catch let error as LoadError {
                // The script that started the load shows why it ended.
                FileHandle.standardError.write(Data("\(error)\n".utf8))
                exit(1)
            }
        case ("cloud-devices", 3):
            try await CloudDevices.make(Int(arguments[1]) ?? 0, in: arguments[0], tokens: arguments[2])
        case ("cloud-inboxes", 3):
            try await CloudInboxes.make(Int(arguments[1]) ?? 0, own: Int(arguments[2]) ?? 0, in: arguments[0])
        default: usage()
        }
    }

    private static func usage() {
        print(
            """
            today-bench start BUNDLE | round-trip BUNDLE | defaults | user-defaults | cards FOLDER | streams PLAN \
            | cloud-devices STATE COUNT TOKENS | cloud-inboxes STATE COUNT OWN
            """
        )
    }
}

/// A measured quantity.
struct Figure {
    var name: String
    /// The unit of the values.
    var unit: String
    /// The value of each run.
    var values: [Double]

    /// The median of the values.
    var median: Double { quantile(0.5) }

    /// The value below which a share of the values lies.
    func quantile(_ share: Double) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        return sorted[min(sorted.count - 1, Int((Double(sorted.count) * share).rounded(.down)))]
    }

    /// Writes the figure as one line of JSON.
    func report() {
        let line: JSONValue = [
            "name": .string(name), "unit": .string(unit), "median": .real(median), "p99": .real(quantile(0.99)),
            "runs": .integer(values.count),
        ]
        print(line.jsonText)
    }
}

extension Duration {
    /// The duration in milliseconds.
    var milliseconds: Double { self / .milliseconds(1) }
}
