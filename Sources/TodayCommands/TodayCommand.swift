package import ArgumentParser

/// `today`: the root of all commands.
package struct TodayCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "today",
        abstract: "An open Today screen for Linux, the browser and the terminal.",
        discussion: """
            EXAMPLES
              today run                        Start Today and print a link to the screen
              today install Weather.app        Install an app and its widgets
              today show                       Show the screen in the terminal
              today list --json                The installed apps, for programs
              today notify "Tea is ready"      Notify yourself, on every surface
              today inbox                      The messages that were sent to you

            EXIT STATUS
              0  done
              1  failed; a sentence on standard error says why
              2  the arguments make no sense
              3  the person has to agree first or give the passcode, and there is no terminal to ask on
              4  Today is not running on the state folder
              5  nobody answered (notify --wait)
            """,
        version: TodayVersion.current,
        subcommands: [
            RunCommand.self, LinkCommand.self, ShowCommand.self, ReloadCommand.self, WhyCommand.self,
            ListCommand.self, InstallCommand.self, UninstallCommand.self, OpenCommand.self, AllowCommand.self,
            DisallowCommand.self, NotifyCommand.self, NotificationsCommand.self, RespondCommand.self,
            InboxCommand.self, SendCommand.self, TopicsCommand.self, SettingsCommand.self, PasscodeCommand.self,
            DefaultsCommand.self, BundleCommand.self, CloudCommand.self,
        ]
    )

    package init() {}
}
