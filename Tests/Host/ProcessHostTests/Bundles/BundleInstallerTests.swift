import Foundation
import ProcessHost
import Testing
import TodayProtocol
import TodayTestSupport

@Suite struct BundleInstallerTests {
    @Test func aCommittedCopyIsWholeAndItsOwn() async throws {
        try await withTemporaryDirectory { folder in
            let source = try BundleFixture().write(to: folder)
            let installer = BundleInstaller(folder: "\(folder)/apps")
            let path = try installer.commit(installer.stage(source))
            try FileManager.default.removeItem(atPath: source)
            #expect(path.hasPrefix("\(folder)/apps/com.example.Weather/1.2-"))
            #expect(path.hasSuffix("/Weather.app"))
            #expect(try BundleReader().read(at: path).widgets.count == 1)
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/apps/.staging").isEmpty)
        }
    }

    /// The former state folder may have lain in folders that are named as this one's are.
    @Test(arguments: ["/state", "/apps/com.example.Weather", "/apps/com.example.Weather/1.1-a"])
    func aCopyIsFoundInTheStateToWhichItWasMoved(former: String) {
        let installer = BundleInstaller(folder: "/now/apps")
        let app = AppID("com.example.Weather")
        let copy = "apps/com.example.Weather/1.2-b/Weather.app"
        #expect(installer.place(of: app, committedAt: "\(former)/\(copy)") == "/now/\(copy)")
        let packaged = "/usr/share/today/apps/Weather.app"
        #expect(installer.place(of: app, committedAt: packaged) == packaged)
    }

    @Test func aSecondInstallLeavesTheFirstUntilItIsSwept() async throws {
        try await withTemporaryDirectory { folder in
            let source = try BundleFixture().write(to: folder)
            let installer = BundleInstaller(folder: "\(folder)/apps")
            let first = try installer.commit(installer.stage(source))
            let second = try installer.commit(installer.stage(source))
            #expect(first != second)
            #expect(FileManager.default.fileExists(atPath: first))
            try installer.removeAll(except: [second])
            #expect(!FileManager.default.fileExists(atPath: first))
            #expect(try BundleReader().read(at: second).id == AppID("com.example.Weather"))
            try installer.removeAll(except: [])
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/apps").isEmpty)
        }
    }

    @Test func whatADiscardedOrBrokenInstallLeftIsSwept() async throws {
        try await withTemporaryDirectory { folder in
            let source = try BundleFixture().write(to: folder)
            let installer = BundleInstaller(folder: "\(folder)/apps")
            try installer.discard(installer.stage(source))
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/apps/.staging").isEmpty)
            _ = try installer.stage(source)
            try installer.removeAll(except: [])
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/apps").isEmpty)
        }
    }

    @Test(arguments: ["/etc/passwd", "../../secret", "nowhere"])
    func aLinkOutOfTheBundleIsRefusedAndNothingStays(target: String) async throws {
        try await withTemporaryDirectory { folder in
            try Data("secret".utf8).write(to: URL(filePath: "\(folder)/secret"))
            let source = try BundleFixture().write(to: folder)
            try FileManager.default.createSymbolicLink(
                atPath: "\(source)/PlugIns/link",
                withDestinationPath: target
            )
            let error = #expect(throws: BundleError.self) {
                try BundleInstaller(folder: "\(folder)/apps").stage(source)
            }
            #expect(error?.message.contains("leads out of the bundle") == true)
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/apps/.staging").isEmpty)
        }
    }

    @Test func aLinkInsideTheBundleStaysALink() async throws {
        try await withTemporaryDirectory { folder in
            let source = try BundleFixture().write(to: folder)
            try FileManager.default.createSymbolicLink(atPath: "\(source)/again", withDestinationPath: "weather")
            let installer = BundleInstaller(folder: "\(folder)/apps")
            let path = try installer.commit(installer.stage(source))
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(path)/again") == "weather")
        }
    }

    @Test func aFileWithTwoNamesStaysOneAndCountsForBoth() async throws {
        try await withTemporaryDirectory { folder in
            var fixture = BundleFixture()
            fixture.files["weather"] = Data(repeating: 10, count: 60_000)
            let source = try fixture.write(to: folder)
            try BundleFixture.link("weather", as: "PlugIns/Today.appex/widget", in: source)
            let installer = BundleInstaller(folder: "\(folder)/apps")
            let path = try installer.commit(installer.stage(source))
            let widget = "\(path)/PlugIns/Today.appex/widget"
            #expect(try BundleFixture.isSameFile("\(path)/weather", widget))
            #expect(try !BundleFixture.isSameFile("\(path)/weather", "\(source)/weather"))
            #expect(FileManager.default.isExecutableFile(atPath: widget))
            #expect(try FileTree.isSame(source, path))
            var limits = BundleLimits()
            limits.bundleBytes = 100_000
            let error = #expect(throws: BundleError.self) {
                try BundleInstaller(folder: "\(folder)/apps", limits: limits).stage(source)
            }
            #expect(error?.code == .tooLarge)
        }
    }

    @Test func permissionsBecomePlain() async throws {
        try await withTemporaryDirectory { folder in
            let source = try BundleFixture().write(to: folder)
            try FileManager.default.setAttributes([.posixPermissions: 0o6777], ofItemAtPath: "\(source)/weather")
            let installer = BundleInstaller(folder: "\(folder)/apps")
            let path = try installer.commit(installer.stage(source))
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/weather")
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o755)
        }
    }

    @Test func limitsOfSizeAndCountHold() async throws {
        try await withTemporaryDirectory { folder in
            var fixture = BundleFixture()
            for number in 0..<20 { fixture.files["data/\(number)"] = Data(repeating: 7, count: 1000) }
            let source = try fixture.write(to: folder)
            var few = BundleLimits()
            few.entries = 15
            var small = BundleLimits()
            small.bundleBytes = 10_000
            var shallow = BundleLimits()
            shallow.folderDepth = 1
            for limits in [few, small, shallow] {
                let error = #expect(throws: BundleError.self) {
                    try BundleInstaller(folder: "\(folder)/apps", limits: limits).stage(source)
                }
                #expect(error?.code == .tooLarge)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/apps/.staging").isEmpty)
        }
    }

    @Test func aFIFOIsRefusedWithoutWaitingForIt() async throws {
        try await withTemporaryDirectory { folder in
            let source = try BundleFixture().write(to: folder)
            #expect(mkfifo("\(source)/pipe", 0o600) == 0)
            #expect(throws: BundleError.self) { try BundleInstaller(folder: "\(folder)/apps").stage(source) }
        }
    }
}
