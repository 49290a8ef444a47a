import Foundation
import HostModel
import HostStorage
import ProcessHost
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Host

/// What becomes of an app of the package from one start to the next.
@Suite(.enabled(if: getuid() == 0, "only root can install a package"), .timeLimit(.minutes(5)))
struct PackagedAppsKeeperTests {
    private static let app = AppID("org.example.App")

    /// Runs a test in a folder of its own, with an empty folder `package` in it.
    private func withPackage(_ body: (String) async throws -> Void) async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            try FileManager.default.createDirectory(atPath: "\(folder)/package", withIntermediateDirectories: false)
            for path in [folder, "\(folder)/package"] { chmod(path, 0o755) }
            try await body(folder)
        }
    }

    /// Runs a host with the apps of the folder `package`, at which it has looked once.
    private func withHost(in folder: String, _ body: (TodayHost) async throws -> Void) async throws {
        let host = try await TodayHost(
            configuration: HostConfiguration(
                stateDirectory: URL(filePath: "\(folder)/state", directoryHint: .isDirectory),
                sandbox: .off,
                packagedApps: PackagedApps(folder: "\(folder)/package"),
                version: "test"
            ),
            logger: RecordedLog().logger,
            clock: ManualWallClock()
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await host.run() }
            do {
                try await withTimeLimit(on: "the first look at the package") { await host.waitForPackagedApps() }
                try await body(host)
            } catch {
                group.cancelAll()
                throw error
            }
            group.cancelAll()
            while let _ = try await group.next() {}
        }
    }

    /// Writes the app to a folder, so that only root can change it.
    ///
    /// - Returns: Its path.
    @discardableResult
    private func write(version: String = "1", to folder: String) throws -> String {
        let bundle = "\(folder)/App.app"
        try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
        let info = [
            "CFBundleIdentifier": Self.app.rawValue, "CFBundleDisplayName": "App", "CFBundleExecutable": "app",
            "CFBundleShortVersionString": version,
        ]
        for (name, list) in [("Info.plist", info), ("Entitlements.plist", [:])] {
            let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
            try data.write(to: URL(filePath: "\(bundle)/\(name)"))
        }
        try Data("#!/bin/sh\n".utf8).write(to: URL(filePath: "\(bundle)/app"))
        let files = ["Info.plist", "Entitlements.plist", "app"].map { "\(bundle)/\($0)" }
        for path in [folder, bundle] + files { chmod(path, 0o755) }
        return bundle
    }

    @Test(arguments: [false, true])
    func aRemovedAppStaysRemoved(isForgotten: Bool) async throws {
        try await withPackage { folder in
            try write(to: "\(folder)/package")
            try await withHost(in: folder) { host in
                #expect(host.registry.app(Self.app)?.isFromFolder == false, "nobody here is its author")
                // As if it had been installed by hand.
                if isForgotten { try await host.store.commit(.setting(.remove(key: "packagedApps.\(Self.app)"))) }
            }
            try await withHost(in: folder) { host in
                try await host.catalog.uninstall(Self.app, keepsData: false)
            }
            try await withHost(in: folder) { host in #expect(host.registry.app(Self.app)?.path == nil) }
        }
    }

    @Test func anAppThatComesToAnEmptyFolderIsInstalled() async throws {
        try await withPackage { folder in
            try await withHost(in: folder) { host in
                let bundle = try write(to: "\(folder)/new")
                // The whole of it at once.
                try FileManager.default.moveItem(atPath: bundle, toPath: "\(folder)/package/App.app")
                try await host.store.wait(for: "the app") { try $0.app(Self.app) != nil }
            }
        }
    }

    @Test func whatOthersCanChangeByNowDoesNotRun() async throws {
        try await withPackage { folder in
            let bundle = try write(to: "\(folder)/package")
            for (mode, runs) in [(0o755, true), (0o757, false), (0o755, true)] as [(mode_t, Bool)] {
                chmod("\(bundle)/app", mode)
                try await withHost(in: folder) { host in
                    #expect(host.registry.app(Self.app)?.path == (runs ? bundle : nil))
                }
            }
        }
    }

    @Test func anAppFromElsewhereIsUpgradedOnceItRunsInPlace() async throws {
        try await withPackage { folder in
            let elsewhere = try write(to: "\(folder)/elsewhere")
            try await withHost(in: folder) { host in
                _ = try await host.send(InstallAppRequest(path: elsewhere, consent: .everything))
            }
            let bundle = try write(to: "\(folder)/package")
            try await withHost(in: folder) { host in
                #expect(host.registry.app(Self.app)?.path != bundle)
                _ = try await host.send(InstallAppRequest(path: bundle, consent: .everything))
                #expect(host.registry.app(Self.app)?.path == bundle)
            }
            try write(version: "2", to: "\(folder)/package")
            try await withHost(in: folder) { host in
                #expect(host.registry.app(Self.app)?.manifest.version == "2")
            }
        }
    }
}
