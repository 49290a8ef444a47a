package import HTTPTypes
package import Host
import Notifications
import TodayScreen

/// Translates the host's English sentences into the language of a request.
package struct HostTranslation: Sendable {
    private let translateError: @Sendable (HostError, HTTPFields) -> String
    private let translateSentence: @Sendable (String, HTTPFields) -> String

    /// Makes a translation.
    ///
    /// - Parameters:
    ///   - error: Returns the message of an error in the language of a request.
    ///   - sentence: Returns a sentence in the language of a request; any text that is not the host's stays unchanged.
    package init(
        error: @escaping @Sendable (HostError, HTTPFields) -> String,
        sentence: @escaping @Sendable (String, HTTPFields) -> String
    ) {
        translateError = error
        translateSentence = sentence
    }

    func message(of error: HostError, _ headers: HTTPFields) -> String { translateError(error, headers) }

    /// Returns a reply with its sentences in the language of a request; most replies have none.
    func translated<Reply>(_ reply: Reply, _ headers: HTTPFields) -> Reply {
        switch reply {
        case TapOutcome.failed(let reason) as TapOutcome:
            TapOutcome.failed(reason: translateSentence(reason, headers)) as? Reply ?? reply
        case AnswerOutcome.failed(let reason) as AnswerOutcome:
            AnswerOutcome.failed(reason: translateSentence(reason, headers)) as? Reply ?? reply
        default: reply
        }
    }
}
