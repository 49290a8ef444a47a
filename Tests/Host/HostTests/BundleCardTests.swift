import AdaptiveCards
import Foundation
import HostModel
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Host
@testable import ProcessHost

/// The cards that the bundle of a widget holds have the same warnings as those that its process returns.
@Suite struct BundleCardTests {
    private static let app = AppID("org.example.App")

    /// Returns the mistakes in files of a widget, as text.
    private func mistakes(_ files: [String: String]) async throws -> [String] {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            let name = LocalizedName("App")
            for (file, text) in files {
                let url = URL(filePath: "\(folder)/PlugIns/App.appex/\(file)")
                let parent = url.deletingLastPathComponent()
                try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
                try Data(text.utf8).write(to: url)
            }
            let widget = WidgetManifest(
                id: WidgetID("org.example.App.widget"),
                folder: "PlugIns/App.appex",
                name: name,
                version: "1",
                executable: "app",
                placeholderCard: files["Placeholder.json"].map { _ in "Placeholder.json" },
                configurationCard: files["Settings.json"].map { _ in "Settings.json" }
            )
            let manifest = AppManifest(
                id: Self.app,
                folder: "App.app",
                name: name,
                version: "1",
                executable: "app",
                widgets: [widget]
            )
            let app = HostedApp(manifest: manifest, path: folder, groups: [:], requested: manifest)
            let images = BundleImageIndex([(manifest: manifest, path: folder)])
            return CardMistakes.find(inFilesOf: widget, of: app, images).map(\.description)
        }
    }

    private func card(_ body: String) -> String { #"{"type":"AdaptiveCard","version":"1.5","body":[\#(body)]}"# }

    @Test func eachFileIsNamedBeforeThePath() async throws {
        let wrong = card(#"{"type":"TextBlock","text":"--","wieght":"bolder"}"#)
        let message = "“wieght” is no property of TextBlock; it is ignored. Did you mean “weight”?"
        let input = #"{"type":"Input.Text","id":"a","lable":"A"}"#
        let found = try await mistakes([
            "Placeholder.json": wrong, "de.lproj/Placeholder.json": #"{"compact":\#(wrong),"expandd":\#(wrong)}"#,
            "Settings.json": card(input + #",{"type":"Image","url":"bundle:sun"}"#), "fr.lproj/Other.json": wrong,
        ])
        #expect(
            found == [
                "PlugIns/App.appex/Placeholder.json, body[0].wieght: \(message)",
                "PlugIns/App.appex/de.lproj/Placeholder.json, expandd: "
                    + "“expandd” is no property of the content; it is ignored. Did you mean “expanded”?",
                "PlugIns/App.appex/de.lproj/Placeholder.json, compact.body[0].wieght: \(message)",
                "PlugIns/App.appex/Settings.json, body[0].lable: "
                    + "“lable” is no property of Input.Text; it is ignored. Did you mean “label”?",
                "PlugIns/App.appex/Settings.json, body[1].url: The bundle has no image “sun”.",
            ]
        )
    }

    @Test func whatCannotBeShownSaysWhy() async throws {
        let right = card(#"{"type":"TextBlock","text":"--"}"#)
        let margins = try await mistakes(["Placeholder.json": #"{"compact":\#(right),"margins":{"left":0}}"#])
        let file = "PlugIns/App.appex/Placeholder.json"
        #expect(margins == [#"\#(file): This cannot be shown: margins: "top" is missing"#])
        let input = try await mistakes(["Placeholder.json": card(#"{"type":"Input.Text","id":"a"}"#)])
        #expect(input.count == 1 && input[0].hasPrefix("\(file): This cannot be shown: "))
    }

    @Test func rightCardsHaveNoneAndManyAreCut() async throws {
        let query = #"{"type":"Data.Query","dataset":"g/a"}"#
        let set = #"{"type":"Input.ChoiceSet","id":"a","choices":[],"choices.data":\#(query)}"#
        #expect(try await mistakes(["Placeholder.json": card(""), "Settings.json": card(set)]) == [])
        let wrong = card((0..<60).map { #"{"type":"TextBlock","text":"--","x\#($0)":1}"# }.joined(separator: ","))
        #expect(try await mistakes(["Placeholder.json": wrong, "Settings.json": wrong]).count == CardMistakes.limit)
    }
}
