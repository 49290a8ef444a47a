import ArgumentParser
import Testing
import TodayCommands

@Suite struct ParsingTests {
    @Test(arguments: [
        "run", "run --state s --port 0 --ready-file f --sandbox required --log-level debug",
        "run --install a.app --install b.app", "link", "link --json", "show", "show Weather --expanded --json",
        "reload Weather", "why Weather", "why Weather --limit 1000", "list --state s", "install a.app --yes",
        "uninstall Weather --keep-data", "open weather://", "allow Weather 127.0.0.1:80", "disallow Weather a.example",
        "defaults read g", "defaults read g k --json", "defaults write g k v", "defaults write g k 3 --json",
        "defaults write g k -- -5", "defaults delete g", "defaults delete g k", "bundle s --products p --output o",
    ])
    func takesTheseArguments(line: String) throws {
        _ = try TodayCommand.parseAsRoot(line.split(separator: " ").map(String.init))
    }

    @Test(arguments: [
        "frobnicate", "run --port 65536", "run --port x", "run --sandbox maybe", "run --log-level loud", "run extra",
        "show a b", "reload", "why", "why Weather --limit 0", "why Weather --limit 1001", "install", "install a b",
        "uninstall", "open", "allow Weather", "disallow", "defaults read", "defaults write g k", "defaults write g",
        "defaults write g k {] --json", "defaults write g k null --json", "defaults write g k {\"$x\":1} --json",
        "defaults delete", "bundle", "bundle s --products p", "list --verbose",
    ])
    func refusesTheseArgumentsBeforeAnyWork(line: String) async {
        let console = RecordingConsole()

        let status = await CommandLineProgram.run(line.split(separator: " ").map(String.init), in: console.context())

        #expect(status == .usage)
        #expect(console.output.isEmpty)
        #expect(!console.error.isEmpty)
    }

    @Test(arguments: [
        "", "run", "link", "show", "reload", "why", "list", "install", "uninstall", "open", "allow", "disallow",
        "defaults", "defaults read", "defaults write", "defaults delete", "bundle",
    ])
    func everyCommandHasHelpWithAnExample(name: String) async {
        let console = RecordingConsole()

        let arguments = name.split(separator: " ").map(String.init) + ["--help"]
        let status = await CommandLineProgram.run(arguments, in: console.context())

        #expect(status == .success)
        #expect(console.output.contains("EXAMPLE"))
        #expect(console.error.isEmpty)
    }

    @Test(arguments: [[], ["help"], ["defaults"]])
    func commandsThatOnlyHoldOthersPrintTheirHelp(arguments: [String]) async {
        let console = RecordingConsole()

        let status = await CommandLineProgram.run(arguments, in: console.context())

        #expect(status == .success)
        #expect(console.output.contains("SUBCOMMANDS"))
    }

    @Test func versionGoesToStandardOutput() async {
        let console = RecordingConsole()

        let status = await CommandLineProgram.run(["--version"], in: console.context())

        #expect(status == .success)
        #expect(console.output == TodayVersion.current + "\n")
    }
}
