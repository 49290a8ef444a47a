import ArgumentParser
import CardRendering
import JSON

struct TodayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "today",
        abstract: "An open Today screen for Linux, the browser and the terminal.",
        discussion: """
            EXAMPLES
              today run                        Start Today and print a link to the screen
              today status                     Is it running, and where?
              today install Weather.app        Install an app and its widgets
              today show                       Show the screen in the terminal
              today list --json                The installed apps, for programs
              today notify "Tea is ready"      Notify yourself, on every surface
              today inbox                      The messages that were sent to you

            EXIT STATUS
              0  done
              1  failed; a sentence on standard error says why
              2  the arguments are not valid
              3  consent or the passcode is needed, and there is no terminal to ask on
              4  Today is not running on the state folder
              5  nobody answered (notify --wait)
            """,
        version: TodayVersion.current,
        subcommands: [
            RunCommand.self, DemoCommand.self,
            StatusCommand.self, LogsCommand.self, StopCommand.self, DoctorCommand.self,
            AuditCommand.self, BackupCommand.self, RestoreCommand.self, ServiceCommand.self,
            LinkCommand.self, PairCommand.self, DevicesCommand.self,
            ShowCommand.self, LayoutCommand.self, ReloadCommand.self, WhyCommand.self,
            ListCommand.self, InstallCommand.self, UninstallCommand.self, OpenCommand.self, ShareCommand.self,
            AllowCommand.self, DisallowCommand.self, NotifyCommand.self, NotificationsCommand.self, RespondCommand.self,
            TraceCommand.self,
            ActionsCommand.self, ComplicationCommand.self, InboxCommand.self, SendCommand.self, TopicsCommand.self,
            SettingsCommand.self, LocationCommand.self, PasscodeCommand.self, DefaultsCommand.self, NewCommand.self,
            BundleCommand.self, SignCommand.self,
            CloudCommand.self,
        ]
    )
}

/// Parses the arguments, runs the command that they name, and prints errors.
package enum CommandLineProgram {
    package static func run(_ arguments: [String], in context: CommandContext) async -> ExitStatus {
        do {
            var command = try TodayCommand.parseAsRoot(movingState(in: arguments))
            try OpenFileLimit.prepare()
            if let command = command as? any ContextCommand {
                try await command.run(in: context)
            } else {
                // A group of commands, or the parser's own `help`; both throw the text to print.
                try command.run()
            }
            return .success
        } catch {
            if let failure = CommandError(reporting: error) {
                context.console.printError(failure.message)
                return failure.status
            }
            // The parser also throws requests for help, for the version, and for output that programs read.
            let message = TodayCommand.fullMessage(for: error, columns: HelpText.unwrapped)
            let width = min(context.width, 100)
            guard TodayCommand.exitCode(for: error) != .success else {
                // A shell and script/make-manual.py need the lines as they are.
                let isForPrograms = arguments.contains {
                    $0.hasPrefix("--generate-completion-script") || $0 == "--experimental-dump-help"
                }
                context.console.print(isForPrograms ? message : HelpText.wrapped(message, to: width))
                return .success
            }
            let text = unknownCommand(in: arguments) ?? message
            context.console.printError(HelpText.wrappedError(text, to: width) + hint(for: arguments))
            return .usage
        }
    }

    /// Returns an error for a name that is not a command of the program or of a group of commands.
    ///
    /// The parser would take the name for a value, and report the first option after it instead.
    private static func unknownCommand(in arguments: [String]) -> String? {
        var group: any ParsableCommand.Type = TodayCommand.self
        var names = ["today"]
        for argument in movingState(in: arguments) {
            let configuration = group.configuration
            guard !argument.hasPrefix("-"), !configuration.subcommands.isEmpty else { return nil }
            if let command = configuration.subcommands.first(where: { $0.configuration.commandName == argument }) {
                group = command
                names.append(argument)
                continue
            }
            guard configuration.defaultSubcommand == nil, argument != "help" else { return nil }
            let name = names.joined(separator: " ")
            let known = configuration.subcommands.map { $0.configuration }.filter { $0.shouldDisplay }
                .compactMap { $0.commandName }
            let meant = NearestName.nearest(to: argument, among: known).map { " Did you mean '\(name) \($0)'?" } ?? ""
            return "Error: '\(argument)' is no command of \(name).\(meant)\n  See '\(name) --help' for the commands."
        }
        return nil
    }

    /// Moves a `--state` that precedes the command behind it, where the command reads it; both positions are allowed.
    private static func movingState(in arguments: [String]) -> [String] {
        guard let first = arguments.first else { return arguments }
        let count = first == "--state" ? 2 : first.hasPrefix("--state=") ? 1 : 0
        guard count > 0, arguments.count > count else { return arguments }
        let rest = Array(arguments.dropFirst(count))
        // Help does not read the state, and a group of commands would pass the option to its default command.
        if rest.contains(where: { $0 == "--help" || $0 == "-h" }) { return rest }
        // Arguments after -- are values, and every group of commands accepts the option after its last name.
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        return Array(rest[..<end]) + arguments.prefix(count) + Array(rest[end...])
    }

    /// Returns a hint for a value that begins with a hyphen, which the parser reads as one-letter options.
    private static func hint(for arguments: [String]) -> String {
        let named = arguments.prefix { $0 != "--" }
        guard let value = named.first(where: { $0.count > 2 && $0.hasPrefix("-") && !$0.hasPrefix("--") }) else {
            return ""
        }
        return "\n  If '\(TerminalText.safe(value))' is a value, write it at the end, after -- and a space."
    }
}

enum TodayVersion {
    static let current = "0.1.0"
}
