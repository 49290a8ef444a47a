package import HostModel
import JSON
import TodayProtocol

/// An error as JSON: `{"code": "notFound", "message": "…", "text": {"key": "noSuchApp", "arguments": ["…"]}}`.
package struct HostErrorBody: Codable, Hashable, Sendable {
    package var code: HostError.Code
    package var message: String
    /// The key of the sentence and its arguments; `nil` if it has none.
    private var text: JSONValue?

    /// Takes the code and the text of an error, but not its cause, which stays in the host.
    package init(_ error: HostError) {
        code = error.code
        message = error.message
        if case .key = error.text { text = try? JSONValue(encoding: error.text) }
    }

    /// The error that the body describes; a key of another version of the host counts only if it has the same sentence.
    package var error: HostError {
        guard let text: LocalizableText = try? text?.decode(), text.english == message else {
            return HostError(code, .text(message))
        }
        return HostError(code, text)
    }
}
