import ProcessHost
import TodayProtocol

/// One request and its answer over a process's connection, JSON both ways, through the app's own code.
struct RoundTripBenchmark {
    let bundle: String

    func run() async throws {
        let bench = try await ProcessBench(bundle: bundle)
        guard let scheme = bench.app.urlSchemes.first else { return }
        var times: [Double] = []
        try await bench.run {
            try await bench.pool.withProcess(of: bench.appProgram) { process in
                let request = AppOpenRequest(url: "\(scheme)://", source: .icon, context: ProcessBench.context)
                for round in 0..<11_000 {
                    let begin = ContinuousClock.now
                    _ = try await process.call(request, deadline: .seconds(5))
                    if round >= 1000 { times.append((ContinuousClock.now - begin).milliseconds * 1000) }
                }
            }
        }
        Figure(name: "request round trip", unit: "µs", values: times).report()
    }
}
