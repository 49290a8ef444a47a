import Foundation
import HTTPServing
import HostModel
import Hummingbird
import TodayProtocol

/// The forms on pages.
enum WebForm {
    /// Maximum size of a form with a few short fields, in bytes.
    static let limit = 4096

    /// Parses `application/x-www-form-urlencoded` (WHATWG URL, section 5.1).
    ///
    /// Several values of one name, such as those of a choice set, are joined with commas.
    static func values(in form: String) -> [String: String] {
        var values: [String: String] = [:]
        for pair in form.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.replacing("+", with: " ").removingPercentEncoding ?? "" }
            guard parts.count == 2, !parts[0].isEmpty else { continue }
            values[parts[0]] = values[parts[0]].map { "\($0),\(parts[1])" } ?? parts[1]
        }
        return values
    }

    /// Sends the request of a form to the host.
    ///
    /// - Parameters:
    ///   - codes: The codes of errors that the person can correct, or is told of beside the form.
    ///   - send: Sends the request.
    /// - Returns: The reason for which the host refused it; `nil` if it did not.
    /// - Throws: Errors with other codes.
    static func refusal(
        _ codes: Set<HostError.Code>,
        _ send: () async throws(HostError) -> Void
    ) async throws(HostError) -> LocalizableText? {
        do throws(HostError) {
            try await send()
            return nil
        } catch {
            guard codes.contains(error.code) else { throw error }
            return error.pageText
        }
    }
}

extension Request {
    /// Reads the values of the form in the body, which must arrive within ten seconds.
    func form(upTo limit: Int = WebForm.limit) async throws -> [String: String] {
        WebForm.values(in: String(buffer: try await collectBody(upTo: limit, within: .seconds(10))))
    }
}

extension RequestBodyError {
    /// The error for the page's script, which reads only the status.
    var forScript: HTTPError {
        switch code {
        case .tooLarge: HTTPError(.contentTooLarge)
        case .timedOut: HTTPError(.requestTimeout)
        case .invalid: HTTPError(.badRequest, message: message)
        }
    }
}
