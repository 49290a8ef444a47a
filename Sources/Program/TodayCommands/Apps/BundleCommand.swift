import ArgumentParser
import CardRendering
import HostDaemon
import JSON

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

    @Argument(help: .value("SOURCE", "The folder that holds Bundle."), completion: .directory)
    var source: String

    @Option(help: .value("BUILD-DIR", "The folder that holds the built programs."))
    var products: String

    @Option(help: .value("DIR", "The folder to put Name.app into."), completion: .directory)
    var output: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        let assembler = BundleAssembler(
            source: context.absolutePath(source),
            products: context.absolutePath(products),
            output: context.absolutePath(output)
        )
        let bundle = try assembler.assemble()
        for warning in bundle.warnings ?? [] { context.console.printError(TerminalText.safe(warning)) }
        context.print(BundleReport(bundle: bundle), asJSON: json)
    }
}

struct BundleReport: Report {
    var bundle: AssembledBundle

    func text(in _: CommandContext) -> String { TerminalText.safe(bundle.path) }

    var json: JSONValue { .encoding(bundle) }
}
