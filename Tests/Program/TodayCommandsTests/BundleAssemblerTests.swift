import Foundation
import HostModel
import JSON
import ProcessHost
import Testing
import TodayProtocol
import TodayTestSupport

@testable import HostDaemon
@testable import TodayCommands

@Suite struct BundleAssemblerTests {
    /// Creates a source folder with an app and a widget, and programs for both.
    private func withSource(_ body: (BundleAssembler, String) throws -> Void) async throws {
        try await withTemporaryDirectory { folder in
            let assembler = BundleAssembler(
                source: "\(folder)/Sample",
                products: "\(folder)/products",
                output: "\(folder)/output"
            )
            try write("\(folder)/Sample/Bundle/Info.plist", info(id: "com.example.sample", program: "SampleApp"))
            try write(
                "\(folder)/Sample/Bundle/PlugIns/Sample/Info.plist",
                info(
                    id: "com.example.sample.widget",
                    program: "SampleWidget",
                    more: """
                        <key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>\
                        <string>com.apple.widget-extension</string></dict>
                        """
                )
            )
            for program in ["SampleApp", "SampleWidget"] {
                try write("\(folder)/products/\(program)", "#!/bin/sh\n")
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o755],
                    ofItemAtPath: "\(folder)/products/\(program)"
                )
            }
            try body(assembler, folder)
        }
    }

    private func write(_ path: String, _ text: String) throws {
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private func info(id: String, program: String, more: String = "") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>\(id)</string>
        <key>CFBundleDisplayName</key><string>Sample</string>
        <key>CFBundleShortVersionString</key><string>1.0</string>
        <key>CFBundleExecutable</key><string>\(program)</string>\(more)
        </dict></plist>
        """
    }

    @Test func bundleIsWholeAndNothingElseIsLeft() async throws {
        try await withSource { assembler, folder in
            let manifest = try assembler.assembleManifest()

            #expect(manifest.id.rawValue == "com.example.sample")
            #expect(manifest.widgets.map(\.id.rawValue) == ["com.example.sample.widget"])
            #expect(assembler.bundle == "\(folder)/output/Sample.app")
            let program = "\(folder)/output/Sample.app/PlugIns/Sample.appex/SampleWidget"
            #expect(FileManager.default.isExecutableFile(atPath: program))
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/output") == ["Sample.app"])
        }
    }

    @Test func olderBundleIsReplaced() async throws {
        try await withSource { assembler, folder in
            try write("\(folder)/output/Sample.app/old.txt", "old")

            _ = try assembler.assemble()

            #expect(!FileManager.default.fileExists(atPath: "\(folder)/output/Sample.app/old.txt"))
        }
    }

    @Test func programThatTheSourceHoldsIsTaken() async throws {
        try await withSource { assembler, folder in
            let program = "\(folder)/Sample/Bundle/SampleApp"
            try write(program, "#!/usr/bin/env python3\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)

            _ = try assembler.assemble()

            let text = try String(contentsOfFile: "\(folder)/output/Sample.app/SampleApp", encoding: .utf8)
            #expect(text.contains("python3"))
        }
    }

    @Test func appAndWidgetWithTheSameProgramShareOneFile() async throws {
        try await withSource { assembler, folder in
            let list = "\(folder)/Sample/Bundle/PlugIns/Sample/Info.plist"
            let text = try String(contentsOfFile: list, encoding: .utf8)
            try write(list, text.replacingOccurrences(of: "SampleWidget", with: "SampleApp"))

            let manifest = try assembler.assembleManifest()

            #expect(manifest.executable == "SampleApp")
            #expect(manifest.widgets.map(\.executable) == ["SampleApp"])
            let numbers = try ["SampleApp", "PlugIns/Sample.appex/SampleApp"].map { path in
                let file = "\(folder)/output/Sample.app/\(path)"
                #expect(FileManager.default.isExecutableFile(atPath: file))
                return try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? NSNumber
            }
            #expect(numbers[0] != nil && numbers[0] == numbers[1])
            // A bundle must not change with the next build.
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/products/SampleApp")
            #expect(attributes[.systemFileNumber] as? NSNumber != numbers[0])
        }
    }

    @Test func scriptInTheSourceIsNotLinkedToABuiltProgramOfItsName() async throws {
        try await withSource { assembler, folder in
            let list = "\(folder)/Sample/Bundle/PlugIns/Sample/Info.plist"
            let text = try String(contentsOfFile: list, encoding: .utf8)
            try write(list, text.replacingOccurrences(of: "SampleWidget", with: "SampleApp"))
            let script = "\(folder)/Sample/Bundle/SampleApp"
            try write(script, "#!/usr/bin/env python3\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)

            _ = try assembler.assemble()

            let contents = try ["SampleApp", "PlugIns/Sample.appex/SampleApp"].map { path in
                try String(contentsOfFile: "\(folder)/output/Sample.app/\(path)", encoding: .utf8)
            }
            #expect(contents == ["#!/usr/bin/env python3\n", "#!/bin/sh\n"])
        }
    }

    @Test func catalogsBecomeStringsOfTheAppAndItsWidget() async throws {
        try await withSource { assembler, folder in
            try write(
                "\(folder)/Sample/Texts/Localizable.xcstrings",
                #"""
                {
                  "sourceLanguage" : "en",
                  "strings" : {
                    "days" : {
                      "localizations" : {
                        "de" : { "stringUnit" : { "value" : "„%lld“ \"Tage\"\n\\" } },
                        "en" : {
                          "variations" : {
                            "plural" : {
                              "one" : { "stringUnit" : { "value" : "%lld day" } },
                              "other" : { "stringUnit" : { "value" : "%lld days" } }
                            }
                          }
                        }
                      }
                    },
                    "name" : { "localizations" : { "en" : { "stringUnit" : { "value" : "Name" } } } }
                  }
                }
                """#
            )
            try write(
                "\(folder)/Sample/Texts/More.xcstrings",
                #"{"sourceLanguage":"en","strings":{"x":{"localizations":{"ja":{"stringUnit":{"value":"十"}}}}}}"#
            )
            try write(
                "\(folder)/Sample/Bundle/de.lproj/Localizable.strings",
                #"/* A */ "name" = "Vorname"; "B" = "C";"#
            )

            _ = try assembler.assemble()

            func strings(_ path: String) throws -> [String: String] {
                try StringsFile.parse(Array(Data(contentsOf: URL(filePath: "\(folder)/output/Sample.app/\(path)"))))
            }
            let english = ["days": "%lld days", "days|one": "%lld day", "name": "Name"]
            var german = ["days": "„%lld“ \"Tage\"\n\\", "name": "Name"]
            #expect(try strings("en.lproj/Localizable.strings") == english)
            #expect(try strings("PlugIns/Sample.appex/en.lproj/Localizable.strings") == english)
            #expect(try strings("PlugIns/Sample.appex/de.lproj/Localizable.strings") == german)
            #expect(try strings("ja.lproj/More.strings") == ["x": "十"])
            // What the source says itself stays.
            german.merge(["name": "Vorname", "B": "C"]) { $1 }
            #expect(try strings("de.lproj/Localizable.strings") == german)
        }
    }

    @Test(arguments: [
        ("Texts/Localizable.xcstrings", "Texts/Localizable.xcstrings is not a string catalog; fix its syntax."),
        (
            "Bundle/en.lproj/Localizable.strings",
            "en.lproj/Localizable.strings, line 1: A semicolon is missing after the value."
        ),
    ])
    func stringsThatAreNoneAreNamed(file: String, message: String) async throws {
        try await withSource { assembler, folder in
            try write(
                "\(folder)/Sample/Texts/Localizable.xcstrings",
                #"{"sourceLanguage":"en","strings":{"x":{"localizations":{"en":{"stringUnit":{"value":"y"}}}}}}"#
            )
            try write("\(folder)/Sample/\(file)", #""x" = "y""#)

            let error = #expect(throws: HostError.self) { try assembler.assemble() }

            #expect(error?.message == message)
        }
    }

    @Test func extensionThatDoesNotRunIsAWarningAndNeedsNoProgram() async throws {
        try await withSource { assembler, folder in
            let table = """
                <key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>\
                <string>com.apple.share-services</string></dict>
                """
            try write(
                "\(folder)/Sample/Bundle/PlugIns/Share/Info.plist",
                info(id: "com.example.sample.share", program: "NotBuilt", more: table)
            )

            let report = BundleReport(bundle: try assembler.assemble())

            let warning = "Will not run: PlugIns/Share.appex (Share extension, com.apple.share-services)."
            #expect(report.bundle.warnings == [warning])
            #expect(report.json["warnings"] == .array([.string(warning)]))
            #expect(report.json["widgets"] == .array([.string("com.example.sample.widget")]))
        }
    }

    @Test(arguments: [
        ("products/SampleWidget", "SampleWidget"), ("Sample/Bundle/Info.plist", "Bundle/Info.plist"),
        ("Sample/Bundle/PlugIns/Sample/Info.plist", "Info.plist"), ("Sample/Bundle", "Bundle"),
    ])
    func whatIsMissingIsNamedAndTheOldBundleStays(missing: String, word: String) async throws {
        try await withSource { assembler, folder in
            _ = try assembler.assemble()
            try FileManager.default.removeItem(atPath: "\(folder)/\(missing)")

            let error = #expect(throws: HostError.self) { try assembler.assemble() }

            #expect(error?.message.contains(word) == true)
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/output") == ["Sample.app"])
            #expect(FileManager.default.fileExists(atPath: "\(folder)/output/Sample.app/SampleApp"))
        }
    }

    @Test(arguments: ["not a property list", "<plist><dict/></plist>", "../../../etc/passwd"])
    func propertyListsThatAreNoneAreNamed(text: String) async throws {
        try await withSource { assembler, folder in
            let list = text.hasPrefix("..") ? info(id: "com.example.sample", program: text) : text
            try write("\(folder)/Sample/Bundle/Info.plist", list)

            let error = #expect(throws: HostError.self) { try assembler.assemble() }

            #expect(error?.message.contains("Bundle/Info.plist") == true)
        }
    }

    @Test func mistakesThatAnInstallationWouldFindAreFound() async throws {
        try await withSource { assembler, folder in
            try write("\(folder)/Sample/Bundle/Info.plist", info(id: "no identifier", program: "SampleApp"))

            let error = #expect(throws: HostError.self) { try assembler.assemble() }

            #expect(error?.message.contains("CFBundleIdentifier") == true)
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/output").isEmpty)
        }
    }
}
