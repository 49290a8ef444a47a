import ProcessHost

/// A widget's process in its sandbox: from the launch to the answer to `initialize`, and its peak memory.
struct StartBenchmark {
    let bundle: String

    func run() async throws {
        let bench = try await ProcessBench(bundle: bundle)
        guard let program = bench.widgetProgram else { return }
        var starts: [Double] = []
        var peaks: [Double] = []
        try await bench.run {
            for _ in 0..<21 {
                try await bench.pool.withProcess(of: program) { process in peaks.append(Double(process.peakMemory)) }
                for await event in bench.pool.events {
                    guard case .started(_, _, let duration) = event else { continue }
                    starts.append(duration.milliseconds)
                    break
                }
                await bench.pool.end(program.identity)
            }
        }
        // The first one reads the program from disk.
        Figure(name: "widget start to initialize answered", unit: "ms", values: Array(starts.dropFirst())).report()
        Figure(name: "widget peak memory", unit: "MB", values: peaks.dropFirst().map { $0 / 1_000_000 }).report()
    }
}
