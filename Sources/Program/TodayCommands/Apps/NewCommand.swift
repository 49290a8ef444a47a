import ArgumentParser
import CardRendering
import Foundation

struct NewCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make the source folder of a new app with a widget.",
        discussion: """
            The folder DIR/NAME holds what an app and a widget need and no more: the two Info.plist, and one program
            that says “Hello World”. NAME is the name that people see; change the bundle identifiers before you give the
            app to others.

            EXAMPLE
              today new Water --language python
              cd Water && today bundle . --products . --output .
              today install Water.app
            """
    )

    @Argument(help: .value("NAME", "The name: an uppercase letter, then letters and digits."))
    var name: String

    @Option(help: .value("swift|python|node|sh", "The language of the program."))
    var language = AppTemplate.swift

    @Option(help: .value("DIR", "The folder to make the new one in."), completion: .directory)
    var output = "."

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        let (letters, digits) = (UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"))
        let isPlain = name.utf8.allSatisfy { letters.contains($0 | 0x20) || digits.contains($0) }
        guard isPlain, name.utf8.count <= 40, let first = name.first, first.isUppercase else {
            throw ValidationError("A name has 1 to 40 letters and digits of ASCII and begins with an uppercase letter.")
        }
    }

    func run(in context: CommandContext) async throws {
        let folder = context.absolutePath("\(output)/\(name)")
        let shown = TerminalText.safe(folder)
        guard !FileManager.default.fileExists(atPath: folder) else {
            throw CommandError("\(shown) exists already; choose another name, or another folder with --output.")
        }
        do {
            // Fails if the folder was created meanwhile, so nothing is overwritten.
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            for file in language.files(name) { try write(file, in: folder) }
        } catch {
            let reason = TerminalText.safe(error.localizedDescription)
            throw CommandError("\(shown) cannot be made: \(reason)", cause: error)
        }
        let commands =
            language.build + [
                "today bundle . --products \(language.products) --output .", "today install \(name).app",
                "today show \(name)",
            ]
        let lines = ["Made \(shown). Build, install and show it there:"] + commands.map { "  \($0)" }
        context.print(lines.joined(separator: "\n"), or: ["path": folder, "commands": commands], asJSON: json)
    }

    private func write(_ file: AppTemplate.File, in folder: String) throws {
        let url = URL(filePath: folder).appending(path: file.path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: url)
        let mode = file.isProgram ? 0o755 : 0o644
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path(percentEncoded: false))
    }
}
