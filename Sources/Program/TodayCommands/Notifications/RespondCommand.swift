import ArgumentParser
import CardRendering
import HostModel
import JSON
import LocalAPI
import TodayProtocol

struct RespondCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "respond",
        abstract: "Act on a notification: choose one of its actions, open it or dismiss it.",
        discussion: """
            “today notifications” shows the numbers and the actions. ACTION may also be open, which opens the notification
            itself, or dismiss. The command waits until the app has performed the action. An action that opens the app
            shows the page that it leads to. If the app should be opened because its queued actions have waited too long,
            another action prints the address of its page.

            If the script that asked has ended, the exit status is 5 and nothing is done; dismiss still works.

            An action that needs the passcode asks for it on the terminal, or reads it with --passcode-stdin.

            EXAMPLES
              today respond 12 open
              today respond 12 reply --text "On my way"
              secret-tool lookup today passcode | today respond 12 trashAction --passcode-stdin
            """
    )

    @Argument(
        help: .value("ID", "The notification's number."),
        transform: { text in
            guard let id = DeliveredID(text) else {
                throw ValidationError("it is a number, as “today notifications” shows it")
            }
            return id
        }
    )
    var id: DeliveredID

    @Argument(help: .value("ACTION", "The action's identifier, open or dismiss."))
    var action: String

    @Option(parsing: .unconditional, help: .value("TEXT", "What you write, for an action that takes a text."))
    var text: String?

    @Flag(help: "Read the passcode from the first line of standard input.")
    var passcodeStdin = false

    @Flag(help: "Print the result as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func validate() throws {
        guard (text ?? "").utf8.count <= NotificationAnswer.textLimit else {
            throw ValidationError("--text has more than \(NotificationAnswer.textLimit) bytes.")
        }
    }

    func run(with client: HostClient, in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        guard let shown = try await client.send(GetNotificationRequest(id, for: viewer)) else {
            throw CommandError("There is no notification \(id); list them with: today notifications")
        }
        switch try ChosenAction(action, text: text, of: shown) {
        case .dismiss: try await client.send(DismissNotificationsRequest.notifications(ids: [id]))
        case .answer(let identifier, let needsPasscode):
            var answer = NotificationAnswer(notification: id, action: identifier, text: text, waits: true)
            let asker = PasscodePrompt(console: context.console, readsInput: passcodeStdin)
            // Without a passcode the host says how to set one.
            let asks = needsPasscode ? try await client.send(GetPasscodeStateRequest()).isSet : false
            let outcome = try await asker.withPasscode(if: asks) { passcode in
                answer.passcode = passcode
                return try await client.send(AnswerNotificationRequest(answer, viewer: viewer))
            }
            let opensApp = shown.actions.first { $0.identifier == identifier }?.isForeground ?? true
            if case .open(let url, _) = outcome, json || !opensApp {
                context.print(AnswerReport(opens: url), asJSON: json)
            } else {
                try await show(outcome, of: shown.app, client, viewer, context)
            }
            return
        }
        context.print(AnswerReport(), asJSON: json)
    }

    private func show(
        _ outcome: AnswerOutcome,
        of app: AppID,
        _ client: HostClient,
        _ viewer: Viewer,
        _ context: CommandContext
    ) async throws {
        switch outcome {
        case .done: context.print(AnswerReport(), asJSON: json)
        case .open(let url, let opening):
            try await client.show(url, from: app, as: opening, for: viewer, asJSON: false, in: context)
        case .gone: throw CommandError("Notification \(id) was answered or removed meanwhile; nothing was done.")
        case .failed(let reason): throw CommandError(reason.english)
        }
    }
}

/// The response that the person chose, validated against the notification's actions.
enum ChosenAction: Hashable, Sendable {
    case dismiss
    /// The notification itself is opened, or one of its actions is performed.
    case answer(identifier: String, needsPasscode: Bool)

    /// Finds the response for a word; the notification's own actions take precedence over `open` and `dismiss`.
    ///
    /// - Throws: ``CommandError``, with status `unanswered` if the notification no longer waits for a response; also if
    ///   it has no such action, if the action needs a text that is missing, or if it takes no text and there is one.
    init(_ word: String, text: String?, of notification: ShownNotification) throws(CommandError) {
        guard let action = notification.actions.first(where: { $0.identifier == word }) else {
            let choice: Self? =
                switch word {
                case "open", NotificationAction.defaultIdentifier:
                    .answer(identifier: NotificationAction.defaultIdentifier, needsPasscode: false)
                case "dismiss", NotificationAction.dismissIdentifier: .dismiss
                default: nil
                }
            if notification.isAbandoned, choice != .dismiss, choice == nil || notification.deepLink == nil {
                throw CommandError(
                    "Nobody is waiting for an answer to notification \(notification.id) any more; "
                        + "remove it with: today respond \(notification.id) dismiss",
                    status: .unanswered
                )
            }
            guard let choice else {
                let known = notification.actions.map(\.identifier) + ["open", "dismiss"]
                throw CommandError(
                    "Notification \(notification.id) has no action \(word); there are: "
                        + known.joined(separator: ", ")
                )
            }
            guard text == nil else { throw CommandError("\(word) takes no text; leave out --text.") }
            self = choice
            return
        }
        guard (text != nil) == (action.textInput != nil) else {
            throw CommandError(
                text == nil ? "\(word) takes a text; add --text." : "\(word) takes no text; leave out --text."
            )
        }
        self = .answer(identifier: action.identifier, needsPasscode: action.needsAuthentication)
    }
}

struct AnswerReport: Report {
    var opens: String?

    func text(in _: CommandContext) -> String { opens.map(TerminalText.safe) ?? "" }

    var json: JSONValue { .members(["outcome": opens == nil ? "done" : "open", "url": opens]) }
}
