import ArgumentParser
import Testing

@testable import TodayCommands

@Suite struct ParsingTests {
    @Test(arguments: [
        "run", "run --state s --port 0 --ready-file f --sandbox required --no-desktop --log-level debug",
        "run --install a.app --install b.app", "run --no-wake-for-actions",
        "run --keychain-key secret-service", "actions", "actions --json",
        "actions list --app Weather --limit 10000", "actions retry 12", "actions discard a#1 --app Weather",
        "run --clock-file f", "status", "status --json", "stop", "doctor --json --state s",
        "audit", "audit --app Weather --limit 20 --before 7 --verify --json", "backup f",
        "backup f --passphrase-file p --state s", "restore f", "restore f --passphrase-file p --yes --state s",
        "restore --daily-copy --yes", "logs", "logs -n 5 -f",
        "logs Weather --json", "logs Weather -f -n 5 --match x",
        "logs --lines 100000 --match Weather --follow", "devices", "devices --json", "devices list --json",
        "devices rename 3f2a Kitchen", "devices rights 3f2a view", "devices rights Kitchen change",
        "devices sign-out 3f2a", "devices passkeys", "devices remove-passkey 90c1",
        "pair", "pair --name Kitchen --rights view --json", "link", "link --json", "show",
        "show Weather --expanded --json",
        "reload Weather", "why Weather", "why Weather --limit 1000", "list --state s", "install a.app --yes",
        "uninstall Weather --keep-data --yes", "open weather://", "allow Weather 127.0.0.1:80",
        "disallow Weather a.example",
        "defaults read g", "defaults read g k --json", "defaults write g k v", "defaults write g k 3 --json",
        "defaults write g k -- -5", "location --latitude -33.87 --longitude -74.5", "defaults delete g",
        "defaults delete g k", "bundle s --products p --output o",
        "new Water", "new Water2 --language sh --output o --json",
        "notify Tea", "notify --badge 5", "notify --badge 0 --id count --in 5m --json",
        "notify --title Tea --subtitle s --body b --category yes-no --url a:// --badge 0 --sound default --id i",
        "notify Tea --action yes=Yes --action no:destructive,passcode=No --action say:text=Say --wait --timeout 1m",
        "notify Tea --at 8:30 --level passive --json", "notify Tea --at 2026-11-21T08:30:00+01:00",
        "notify Tea --in 2d",
        "notify -- -5", "notifications", "notifications Weather",
        "notifications list", "notifications list Weather --json", "notifications pending --limit 1000",
        "notifications pending Weather", "notifications remove Weather --all",
        "notifications remove Weather a b --pending",
        "notifications remove Weather 12", "notifications remove Weather --delivered", "respond 12 open",
        "respond 12 reply --text Hi --passcode-stdin --json", "settings", "settings Weather --json",
        "settings Weather --allow --alerts on --sounds off --badges off", "settings Weather --deny", "passcode set",
        "settings --group-size 1 --group-files 1000000",
        "passcode set --passcode-stdin", "passcode remove --passcode-stdin", "inbox", "inbox --json", "inbox list",
        "inbox list --app Messages --search x --after m-1 --limit 1000 --refresh",
        "inbox open m-1 --app Messages --json",
        "inbox read m-1 m_2", "inbox read --all --unread", "inbox delete m-1", "inbox delete m-1 --now",
        "inbox restore m-1", "topics", "topics list --json",
        "topics add alerts", "topics remove a_b-C9", "send --title T --body B", "send --title T --html f --to ada",
        "send --title T --markdown f --tag x --silent --expires 2h --subtitle s --icon https://a.example/i.png",
        "send --title T --body B --no-inbox --alert A --json", "send --title T --body B --app Messages",
        "send --title T --body B --cloud https://c.example --app-key k --master-secret-stdin",
        "send --title -5° --body -Wind --subtitle -s --alert -5", "notify --title -5° --subtitle -a --body -b",
        "respond 12 reply --text -5", "inbox delete -- -ab",
        "send --title T --body B --cloud http://127.0.0.1:80 --app-key k --master-secret-stdin",
        "send --title T --body B --cloud http://c.example --app-key k --master-secret-stdin --insecure",
    ])
    func takesTheseArguments(line: String) throws {
        _ = try TodayCommand.parseAsRoot(line.split(separator: " ").map(String.init))
    }

    @Test(arguments: [
        "frobnicate", "location --latitude 91 --longitude 0", "location --latitude 0 --longitude -181",
        "run --port 65536", "run --port x", "run --sandbox maybe", "run --keychain-key keyring",
        "run --log-level loud", "run extra",
        "status x", "stop --json", "audit x", "audit --limit 0", "audit --limit 1001", "backup", "backup a b",
        "backup f --yes",
        "restore", "restore a --daily-copy", "restore a b", "restore f --passphrase-file", "logs --lines 0",
        "logs --lines 100001", "logs --json", "logs a b", "doctor x", "show a b",
        "devices rename a", "devices rights a", "devices rights a admin", "devices sign-out", "devices sign-out a b",
        "devices passkeys a", "devices remove-passkey", "devices remove-passkey a b",
        "pair x", "pair --rights admin",
        "actions list --limit 0", "actions retry", "actions discard", "actions retry 1 2", "reload", "why",
        "why Weather --limit 0", "why Weather --limit 1001", "install", "install a b",
        "uninstall", "open", "allow Weather", "disallow", "defaults read", "defaults write g k", "defaults write g",
        "defaults write g k {] --json", "defaults write g k null --json", "defaults write g k {\"$x\":1} --json",
        "defaults delete", "bundle", "bundle s --products p", "list --verbose",
        "new", "new water", "new 2Water", "new ../Water", "new W/ater", "new Wäter", "new \u{212A}elvin", "new Wa;ter",
        "new Water --language rust", "new \(String(repeating: "W", count: 41))", "new -- -W",
        "notify", "notify Tea --title Tea", "notify Tea --at 8:30 --in 5m", "notify Tea --at 24:00",
        "notify Tea --in 0s", "notify --badge 5 --body b", "notify --badge 5 --wait",
        "notify --badge 5 --category reply",
        "notify Tea --in soon", "notify Tea --timeout 5s", "notify Tea --badge -1", "notify Tea --badge 1000000",
        "notify Tea --level loud", "notify Tea --action yes", "notify Tea --action =Yes", "notify Tea --action yes=",
        "notify Tea --action a=A --action a=B", "notify Tea --action yes:loud=Yes",
        "notify Tea --action a=A --action b=B --action c=C --action d=D --action e=E",
        "notify Tea --category yes-no --action a=A", "notify Tea --category maybe", "notify Tea --passcode x",
        "notifications remove Weather",
        "notifications remove", "notifications remove Weather --pending --delivered", "notifications pending --limit 0",
        "respond", "respond 12", "respond twelve open", "respond 0 open", "respond 12 open --passcode 1234",
        "settings --allow", "settings Weather --allow --deny", "settings Weather --alerts maybe",
        "settings --group-files 0", "settings --group-files 1000001", "settings Weather --group-files 10",
        "passcode set 1234",
        "inbox list --limit 0", "inbox list --limit 1001", "inbox list --after a/b", "inbox open", "inbox open a.b",
        "inbox open m-1 m-2", "inbox read", "inbox read m-1 --all", "inbox read ../x", "inbox delete",
        "inbox delete m-1 --all", "inbox list --search \(String(repeating: "x", count: 257))", "topics add",
        "topics add a/b", "topics remove ä", "topics add \(String(repeating: "a", count: 65))", "send",
        "send --title T",
        "send --body B", "send --title T --body B --html f", "send --title T --body B --to a --tag b",
        "send --title T --body B --silent --alert A", "send --title T --body B --silent --no-inbox",
        "send --title T --html f --no-inbox", "send --title T --body B --icon file:///x",
        "send --title T --body B --icon ftp://x", "send --title T --body B --expires 0s",
        "send --title T --body B --cloud https://c.example", "send --title T --body B --app-key k",
        "send --title T --body B --cloud https://c.example --app-key k", "send --title T --body B --insecure",
        "send --title T --body B --cloud c.example --app-key k --master-secret-stdin",
        "send --title T --body B --cloud http://c.example --app-key k --master-secret-stdin",
        "send --title T --body B --cloud https://a:b@c.example --app-key k --master-secret-stdin",
        "send --title T --body B --cloud https://c.example --app-key a:b --master-secret-stdin",
        "send --title T --body B --cloud https://c.example --app-key k --master-secret-stdin --app Messages",
        "send --title T --body B --master-secret x",
    ])
    func refusesTheseArgumentsBeforeAnyWork(line: String) async {
        let console = RecordingConsole()

        let status = await CommandLineProgram.run(line.split(separator: " ").map(String.init), in: console.context())

        #expect(status == .usage)
        #expect(console.output.isEmpty)
        #expect(!console.error.isEmpty)
    }

    @Test(arguments: [
        "", "run", "link", "show", "reload", "why", "actions", "actions list", "actions retry", "actions discard",
        "list", "install", "uninstall", "open", "allow", "disallow",
        "defaults", "defaults read", "defaults write", "defaults delete", "new", "bundle", "notify",
        "notifications",
        "notifications list", "notifications pending", "notifications remove", "respond", "settings", "passcode",
        "passcode set", "passcode remove", "inbox", "inbox list", "inbox open", "inbox read", "inbox delete",
        "inbox restore", "topics",
        "topics list", "topics add", "topics remove", "send",
    ])
    func everyCommandHasHelpWithAnExample(name: String) async {
        let console = RecordingConsole()

        let arguments = name.split(separator: " ").map(String.init) + ["--help"]
        let environment = ["HOME": "/home/person", "COLUMNS": "60"]
        let status = await CommandLineProgram.run(arguments, in: console.context(environment: environment))

        #expect(status == .success)
        #expect(console.output.contains("EXAMPLE"))
        #expect(console.error.isEmpty)
        for line in console.output.split(separator: "\n") where line.count > 60 {
            // Only a word that is too long may reach over the edge; two spaces separate the columns.
            let column = line.split(separator: "  ").last?.drop { $0 == " " } ?? ""
            #expect(!column.contains(" "), "\(line)")
        }
    }

    @Test(arguments: [
        (["defaults", "read", "g", ""], "KEY is empty"), (["defaults", "write", "g", "", "v"], "KEY is empty"),
        (["defaults", "delete", "g", ""], "KEY is empty"), (["defaults", "read", ""], "GROUP is empty"),
        (["notify", ""], "title is empty"), (["notifications", "remove", "Weather", ""], "ID is empty"),
    ])
    func emptyNamesAreRefusedByAClearSentence(arguments: [String], sentence: String) async {
        let console = RecordingConsole()

        let status = await CommandLineProgram.run(arguments, in: console.context())

        #expect(status == .usage)
        #expect(console.error.contains(sentence))
    }

    @Test(arguments: [
        (["inbox", "delete", "-ZldeJ3", "--state", "s"], "'-ZldeJ3'"), (["notify", "-5°", "--body", "b"], "'-5°'"),
        (["open", "-a\u{1B}[2J"], "'-a[2J'"),
    ])
    func valueThatLooksLikeOptionsGetsItsMend(arguments: [String], value: String) async {
        let console = RecordingConsole()

        let status = await CommandLineProgram.run(arguments, in: console.context())

        #expect(status == .usage)
        #expect(console.error.hasSuffix("If \(value) is a value, write it at the end, after -- and a space.\n"))
    }

    @Test func valueAfterTheTerminatorGetsNoMend() async {
        let console = RecordingConsole()

        let status = await CommandLineProgram.run(["inbox", "open", "--", "-ab", "-cd"], in: console.context())

        #expect(status == .usage)
        #expect(!console.error.contains("is a value"))
    }

    @Test func theLinesOfAnErrorStayLines() async {
        let console = RecordingConsole()
        let environment = ["HOME": "/home/person", "COLUMNS": "60"]

        let status = await CommandLineProgram.run(["install", "--yes"], in: console.context(environment: environment))

        let message = """
            Error: Missing expected argument '<PATH.app>'
            Help:  <PATH.app>  The bundle.
            Usage: today install <PATH.app> [--yes] [--replace] [--json]
                   [--state <DIR>]
              See 'today install --help' for more information.

            """
        #expect(status == .usage)
        #expect(console.error == message)
    }

    @Test(arguments: [
        (["frobnicate", "--json"], "'frobnicate' is no command of today."),
        (["--state", "s", "instal", "a.app"], "'instal' is no command of today. Did you mean 'today install'?"),
        (
            ["defaults", "raed", "g", "--json"],
            "'raed' is no command of today defaults. Did you mean 'today defaults\n       read'?"
        ),
    ])
    func aNameThatIsNoCommandIsNamed(arguments: [String], sentence: String) async {
        let console = RecordingConsole()

        let status = await CommandLineProgram.run(arguments, in: console.context())

        #expect(status == .usage)
        #expect(console.error.hasPrefix("Error: \(sentence)\n  See 'today"))
        #expect(console.error.hasSuffix(" --help' for the commands.\n"))
    }

    @Test(arguments: ["topics", "devices", "cloud"]) func aStateBeforeAGroupLeavesItsHelpWhole(group: String) async {
        let console = RecordingConsole()
        let plain = RecordingConsole()

        let status = await CommandLineProgram.run(["--state", "s", group, "--help"], in: console.context())

        let plainStatus = await CommandLineProgram.run([group, "--help"], in: plain.context())
        #expect(status == plainStatus)
        #expect(console.output == plain.output && console.output.contains("SUBCOMMANDS"))
    }

    @Test(arguments: [[], ["help"], ["defaults"], ["service"], ["passcode"]])
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
