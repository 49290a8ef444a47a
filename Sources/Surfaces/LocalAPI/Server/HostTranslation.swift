package import HTTPTypes
package import HostModel
package import TodayProtocol

/// Writes the host's sentences in the language of a request.
package struct HostTranslation: Sendable {
    let message: @Sendable (HostError, HTTPFields) -> String
    private let translateSentence: @Sendable (LocalizableText, HTTPFields) -> String

    /// Makes a translation from functions that take the headers of a request, for its language.
    package init(
        error: @escaping @Sendable (HostError, HTTPFields) -> String,
        sentence: @escaping @Sendable (LocalizableText, HTTPFields) -> String
    ) {
        message = error
        translateSentence = sentence
    }

    /// Returns a reply with its sentences in the language of a request; most replies have none.
    func translated<Reply>(_ reply: Reply, _ headers: HTTPFields) -> Reply {
        switch reply {
        case TapOutcome.failed(let reason) as TapOutcome:
            TapOutcome.failed(reason: .text(translateSentence(reason, headers))) as? Reply ?? reply
        case AnswerOutcome.failed(let reason) as AnswerOutcome:
            AnswerOutcome.failed(reason: .text(translateSentence(reason, headers))) as? Reply ?? reply
        default: reply
        }
    }
}
