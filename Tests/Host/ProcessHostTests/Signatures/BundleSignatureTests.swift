import Foundation
import Glibc
import ProcessHost
import Testing
import TodayTestSupport

/// A signature shows who made a bundle, and that nothing in it is otherwise than it was signed.
@Suite struct BundleSignatureTests {
    private static let file = BundleSignature.file

    /// Writes a bundle, signs it, has `body` change it, and copies it as an installation does.
    ///
    /// - Returns: The fingerprint that the copy has; `nil` if it is not signed.
    private func stage(
        _ fixture: BundleFixture = BundleFixture(),
        limits: BundleLimits = BundleLimits(),
        key: SigningKey = SigningKey(),
        changing body: (_ bundle: String) throws -> Void = { _ in }
    ) async throws -> String? {
        try await withTemporaryDirectory { folder in
            let bundle = try fixture.write(to: folder)
            _ = try key.sign(bundle)
            try body(bundle)
            let staged = try BundleInstaller(folder: "\(folder)/apps", limits: limits).stage(bundle)
            return staged.signer
        }
    }

    /// The file that the refusal of a changed bundle names, and all that it says.
    private func refusal(
        _ fixture: BundleFixture = BundleFixture(),
        limits: BundleLimits = BundleLimits(),
        _ body: @escaping (_ bundle: String) throws -> Void
    ) async -> (files: [String], text: String) {
        let error = await #expect(throws: BundleError.self) {
            try await stage(fixture, limits: limits, changing: body)
        }
        return (error?.problems.map(\.file) ?? [], error?.description ?? "")
    }

    private func edit(_ bundle: String, _ change: (inout String) -> Void) throws {
        let url = URL(filePath: "\(bundle)/\(Self.file)")
        var text = try String(contentsOf: url, encoding: .utf8)
        change(&text)
        try Data(text.utf8).write(to: url)
    }

    @Test func aSignedBundleHasItsSigner() async throws {
        let key = SigningKey()
        #expect(try await stage(key: key) == key.fingerprint)
        #expect(key.fingerprint.hasPrefix("SHA256:") && key.fingerprint.count == 50)
        #expect(key.fingerprint != SigningKey().fingerprint)
        let unsigned = try await stage { try FileManager.default.removeItem(atPath: "\($0)/\(Self.file)") }
        #expect(unsigned == nil)
    }

    @Test func theSameKeyWritesTheSameSignature() async throws {
        try await withTemporaryDirectory { folder in
            let key = SigningKey()
            let texts = try ["a", "b"].map { name in
                let bundle = try BundleFixture().write(to: "\(folder)/\(name)")
                _ = try key.sign(bundle)
                let once = try Data(contentsOf: URL(filePath: "\(bundle)/\(Self.file)"))
                // Neither the former signature nor the permissions of others are part of it.
                chmod("\(bundle)/Info.plist", 0o600)
                _ = try key.sign(bundle)
                #expect(try Data(contentsOf: URL(filePath: "\(bundle)/\(Self.file)")) == once)
                return once
            }
            #expect(texts[0] == texts[1])
        }
    }

    @Test func aFileWithTwoNamesIsSignedAsTwoFiles() async throws {
        try await withTemporaryDirectory { folder in
            let key = SigningKey()
            // The two programs of the fixture are equal.
            let texts = try ["a", "b"].map { name in
                let bundle = try BundleFixture().write(to: "\(folder)/\(name)")
                if name == "b" { try BundleFixture.link("weather", as: "PlugIns/Today.appex/widget", in: bundle) }
                _ = try key.sign(bundle)
                return try Data(contentsOf: URL(filePath: "\(bundle)/\(Self.file)"))
            }
            #expect(texts[0] == texts[1])
            let staged = try BundleInstaller(folder: "\(folder)/apps").stage("\(folder)/b/Weather.app")
            #expect(staged.signer == key.fingerprint)
        }
    }

    @Test func aChangedFileIsNamed() async {
        let found = await refusal { bundle in
            try Data("#!/bin/bash\n".utf8).write(to: URL(filePath: "\(bundle)/PlugIns/Today.appex/widget"))
            chmod("\(bundle)/PlugIns/Today.appex/widget", 0o755)
        }
        #expect(found.files == ["PlugIns/Today.appex/widget"])
        #expect(found.text.contains("changed after the bundle was signed"))
    }

    @Test func anAddedARemovedAndARenamedFileAreNamed() async {
        let fixture = BundleFixture(files: ["a.txt": Data("a".utf8), "b.txt": Data("b".utf8)])
        let added = await refusal(fixture) { try Data().write(to: URL(filePath: "\($0)/PlugIns/new")) }
        #expect(added.files == ["PlugIns/new"] && added.text.contains("added after"))
        let removed = await refusal(fixture) { try FileManager.default.removeItem(atPath: "\($0)/a.txt") }
        #expect(removed.files == ["a.txt"] && removed.text.contains("removed after"))
        let renamed = await refusal(fixture) { rename("\($0)/a.txt", "\($0)/c.txt") }
        #expect(renamed.files == ["c.txt", "a.txt"])
        let folder = await refusal(fixture) { mkdir("\($0)/empty", 0o755) }
        #expect(folder.files == ["empty"])
        let hidden = await refusal(fixture) { try Data().write(to: URL(filePath: "\($0)/.hidden")) }
        #expect(hidden.files == [".hidden"])
    }

    @Test func aSecondFileWhoseNameIsEqualTextIsNamed() async {
        // Precomposed and decomposed: two files of the file system, and one string of Swift.
        let fixture = BundleFixture(files: ["\u{E9}.txt": Data("a".utf8)])
        let found = await refusal(fixture) { bundle in
            let other = open("\(bundle)/e\u{301}.txt", O_WRONLY | O_CREAT | O_EXCL, 0o644)
            close(other)
        }
        #expect(found.files == ["e\u{301}.txt"] && found.text.contains("added after"))
    }

    @Test func whetherAFileIsAProgramIsSigned() async {
        let fixture = BundleFixture(files: ["tool": Data("#!/bin/sh\n".utf8)])
        let made = await refusal(fixture) { chmod("\($0)/tool", 0o755) }
        #expect(made.files == ["tool"] && made.text.contains("made a program"))
    }

    @Test func whereALinkLeadsIsSigned() async {
        let fixture = BundleFixture(files: ["a.txt": Data("a".utf8), "b.txt": Data("a".utf8)])
        let error = await #expect(throws: BundleError.self) {
            try await withTemporaryDirectory { folder in
                let bundle = try fixture.write(to: folder)
                symlink("a.txt", "\(bundle)/link")
                _ = try SigningKey().sign(bundle)
                unlink("\(bundle)/link")
                symlink("b.txt", "\(bundle)/link")
                _ = try BundleInstaller(folder: "\(folder)/apps").stage(bundle)
            }
        }
        #expect(error?.problems.map(\.file) == ["link"])
        let replaced = await refusal(fixture) { bundle in
            unlink("\(bundle)/a.txt")
            symlink("b.txt", "\(bundle)/a.txt")
        }
        #expect(replaced.files == ["a.txt"])
    }

    @Test(arguments: 0..<14)
    func aBrokenSignatureIsRefused(number: Int) async throws {
        let other = SigningKey()
        let found = await refusal { bundle in
            try edit(bundle) { text in
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                switch number {
                case 0: text = ""
                case 1: text = String(text.prefix(text.count / 2))
                case 2: text = String(text.dropLast())
                case 3: text += "\n"
                case 4: text = text.replacing("Today bundle signature 1", with: "Today bundle signature 2")
                case 5: text = text.replacing(lines[1], with: "key " + String(repeating: "A", count: 43) + "=")
                case 6: text = text.replacing(lines[2], with: "signature " + Data(count: 64).base64EncodedString())
                case 7: text = text.replacing(lines[2], with: lines[2].dropLast(4) + "====")
                case 8: text = text.replacing(lines[1], with: lines[1] + " ")
                case 9: text = (lines[..<4] + lines[4...].dropLast().reversed() + [""]).joined(separator: "\n")
                case 10: text = text.replacing(" weather\n", with: " ../weather\n")
                case 11: text = text.replacing("program ", with: "file ")
                case 12: text = text.replacing("\n", with: "\r\n")
                default:
                    // The signature of another key over the same files, under the first key.
                    _ = try? other.sign(bundle)
                    let theirs = (try? String(contentsOfFile: "\(bundle)/\(Self.file)", encoding: .utf8)) ?? ""
                    text = theirs.replacing(theirs.split(separator: "\n")[1], with: lines[1])
                }
            }
        }
        #expect(found.files == [Self.file])
    }

    @Test func theSignatureOfAnotherBundleIsRefused() async throws {
        try await withTemporaryDirectory { folder in
            let key = SigningKey()
            var fixture = BundleFixture()
            let first = try fixture.write(to: "\(folder)/1")
            fixture.appInfo["CFBundleIdentifier"] = "<string>com.example</string>"
            let second = try fixture.write(to: "\(folder)/2")
            for bundle in [first, second] { _ = try key.sign(bundle) }
            rename("\(first)/\(Self.file)", "\(second)/\(Self.file)")
            let error = #expect(throws: BundleError.self) {
                try BundleInstaller(folder: "\(folder)/apps").stage(second)
            }
            #expect(error?.problems.map(\.file) == ["Info.plist"])
        }
    }

    @Test func aSignatureIsAFileOfLimitedSize() async throws {
        var limits = BundleLimits()
        limits.signatureBytes = 4096
        let large = await refusal(limits: limits) { bundle in
            try edit(bundle) { $0 += String(repeating: "file - x\n", count: 1000) }
        }
        #expect(large.files == [Self.file] && large.text.contains("larger than 4 KiB"))
        let many = await refusal { bundle in
            try edit(bundle) { $0 += String(repeating: "\n", count: 4_000_000) }
        }
        #expect(many.files == [Self.file])
        let link = await refusal { bundle in
            rename("\(bundle)/\(Self.file)", "\(bundle)/other")
            symlink("other", "\(bundle)/\(Self.file)")
        }
        #expect(link.files == [Self.file])
        let folder = await refusal { bundle in
            unlink("\(bundle)/\(Self.file)")
            mkdir("\(bundle)/\(Self.file)", 0o755)
        }
        #expect(folder.files == [Self.file])
    }

    @Test func aNameThatCouldEndALineIsNeitherSignedNorAccepted() async {
        let unsigned = await refusal(BundleFixture(files: ["a\nfile - b": Data()])) { _ in }
        #expect(unsigned.files == ["a?file - b"])
        let added = await refusal { try Data().write(to: URL(filePath: "\($0)/a\nb")) }
        #expect(added.files == ["a?b"])
    }
}
