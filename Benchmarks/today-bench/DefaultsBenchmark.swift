import Foundation
import Host
import HostModel
import Logging
import TodayKit
import TodayProtocol
import TodayScreen

/// Measures durable writes of shared defaults by eight sandboxed processes, and checks that none is lost.
struct DefaultsBenchmark {
    private static let writers = 8

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "today-bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var logger = Logger(label: "bench")
        logger.logLevel = .error
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let host = try await TodayHost(
            configuration: HostConfiguration(
                stateDirectory: folder.appending(path: "state"),
                sandbox: .required,
                version: "bench"
            ),
            logger: logger
        )
        let viewer = Viewer(language: "en", zone: "UTC")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await host.run() }
            for writer in 0..<Self.writers {
                _ = try await host.send(
                    InstallAppRequest(path: try makeBundle(writer, in: folder), consent: .everything)
                )
            }
            var rates: [Double] = []
            for round in 0..<4 {
                let begin = ContinuousClock.now
                try await withThrowingTaskGroup(of: Void.self) { writers in
                    for writer in 0..<Self.writers {
                        writers.addTask {
                            let url = "bench\(writer)round\(round)://"
                            _ = try await host.send(OpenURLRequest(url: url, source: .commandLine, viewer: viewer))
                        }
                    }
                    try await writers.waitForAll()
                }
                let seconds = (ContinuousClock.now - begin) / .seconds(1)
                if round > 0 { rates.append(Double(Self.writers * WriterApp.writes) / seconds) }
            }
            let kept = try await host.send(GetDefaultsRequest(of: GroupID("group.bench"), key: nil)).count
            let lost = 4 * Self.writers * WriterApp.writes - kept
            Figure(name: "durable defaults writes, 8 writers", unit: "/s", values: rates).report()
            Figure(name: "durable defaults writes lost, 8 writers", unit: "", values: [Double(lost)]).report()
            group.cancelAll()
        }
    }

    /// Creates a bundle whose program is this one.
    private func makeBundle(_ writer: Int, in folder: URL) throws -> String {
        let bundle = folder.appending(path: "Writer\(writer).app")
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        let schemes = (0..<4).map { "bench\(writer)round\($0)" }
        let info: [String: Any] = [
            "CFBundleIdentifier": "org.bench.writer\(writer)", "CFBundleDisplayName": "Writer \(writer)",
            "CFBundleExecutable": "today-bench", "CFBundleShortVersionString": "1",
            "CFBundleURLTypes": [["CFBundleURLSchemes": schemes]],
        ]
        let entitlements: [String: Any] = ["com.apple.security.application-groups": ["group.bench"]]
        for (name, list) in [("Info", info), ("Entitlements", entitlements)] {
            let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
            try data.write(to: bundle.appending(path: "\(name).plist"))
        }
        let own = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        try FileManager.default.copyItem(at: own, to: bundle.appending(path: "today-bench"))
        return bundle.path(percentEncoded: false)
    }
}

/// An app that makes durable writes of shared defaults, one after the other, when it is opened.
struct WriterApp: App {
    /// The number of writes each time the app is opened.
    static let writes = 250

    func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent {
        SceneContent(title: "Writer", card: Card {})
    }

    func open(_ url: SceneURL, from source: OpenSource, _ context: AppContext) async throws -> SceneURL {
        for number in 0..<Self.writes {
            let key = DefaultsKey<Int>("\(url.scheme).\(number)", in: GroupID("group.bench"), default: 0)
            try await context.defaults.set(number, for: key)
        }
        return url
    }
}
