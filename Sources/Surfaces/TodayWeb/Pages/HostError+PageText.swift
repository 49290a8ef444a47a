import HostModel
import TodayProtocol

extension HostError {
    /// The sentence of the error for a page.
    ///
    /// An error without a translation has its English text, and in other languages a description of its kind. The
    /// mistakes in a bundle, listed below the sentence that counts them, are for its author: they stay in English, and
    /// other languages say so.
    var pageText: LocalizableText {
        switch text {
        case .key(_, let arguments)
        where code == .badBundle && text.hasKey(of: .bundleMistakes("", mistakes: "")) && arguments.count == 2:
            .mistakesInBundle(arguments[0], label: LocalizableText.mistakesForTheDeveloper, mistakes: arguments[1])
        case .key: text
        case .text(let message):
            switch code {
            case .processFailed: text
            case .notFound: .noSuchThing(message)
            case .invalid, .badBundle, .claimed, .notAllowed, .nobodyWaits:
                .cannotBeDoneLikeThis(message)
            case .cloudUnavailable: .cloudFailed(message)
            case .passcodeRequired, .passcodeWrong, .passcodeNotSet: .passcodeProblem(message)
            case .stateUnavailable, .notRunning, .sandboxUnavailable, .internal: .hostFailed(message)
            }
        }
    }
}
