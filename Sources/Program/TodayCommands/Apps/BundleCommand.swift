import ArgumentParser
import CardRendering
import HostModel
import JSON
import ProcessHost
import TodayProtocol

/// `today bundle`: assembles an app's bundle from its source folder and its built programs.
struct BundleCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle",
        abstract: "Assemble Name.app from a source folder and a build folder.",
        discussion: """
            SOURCE/Bundle holds Info.plist, Entitlements.plist and what else the bundle has; SOURCE/Bundle/PlugIns/X
            becomes the widget PlugIns/X.appex. The programs that CFBundleExecutable names come from BUILD-DIR, or
            are in SOURCE/Bundle already. The bundle is named after SOURCE and checked before it takes its place.

            EXAMPLE
              swift build -c release --static-swift-stdlib
              today bundle Weather --products .build/release --output .
            """
    )

    @Argument(help: ArgumentHelp("The folder that holds Bundle.", valueName: "SOURCE"), completion: .directory)
    var source: String

    @Option(help: ArgumentHelp("The folder that holds the built programs.", valueName: "BUILD-DIR"))
    var products: String

    @Option(help: ArgumentHelp("The folder to put Name.app into.", valueName: "DIR"), completion: .directory)
    var output: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        let assembler = BundleAssembler(
            source: context.absolutePath(source),
            products: context.absolutePath(products),
            output: context.absolutePath(output)
        )
        let manifest = try assembler.assemble()
        let report = BundleReport(path: assembler.bundle, manifest: manifest)
        for warning in report.warnings { context.console.printError(TerminalText.safe(warning)) }
        context.console.print(report, asJSON: json)
    }
}

/// An assembled bundle.
struct BundleReport: Report {
    /// The path of the bundle.
    var path: String
    /// The manifest of the bundle.
    var manifest: AppManifest

    var text: String { TerminalText.safe(path) }

    /// The parts of the bundle that will not run or have no effect, one sentence each.
    var warnings: [String] { manifest.unsupportedSentences.map(\.english) }

    var json: JSONValue {
        .members([
            "path": path, "id": manifest.id, "version": manifest.version, "widgets": manifest.widgets.map(\.id),
            "warnings": warnings.isEmpty ? nil : warnings,
        ])
    }
}
