import CloudCore
import Foundation

/// The parameters of a message to publish.
struct Publication: Hashable, Sendable {
    /// The shortest and the longest delay of a message, in seconds.
    static let delays = 10.0...259_200.0

    var message: String?
    var title: String?
    var priority: Int?
    var tags: [String] = []
    var click: String?
    var icon: String?
    var actions: [MessageAction] = []
    /// The URL of an attachment on another server.
    var attachmentURL: String?
    /// The name of the attached file; if ``attachmentURL`` is `nil`, the body is the file.
    var filename: String?
    var isMarkdown = false
    /// `true` if the message is stored for later subscribers.
    var isKept = true
    var isUnifiedPush = false
    var sequenceID: String?
    /// The time at which to publish the message; `nil` for now.
    var date: Date?

    /// Parses the parameters.
    ///
    /// - Parameters:
    ///   - fields: The parameters.
    ///   - sequenceID: The sequence id in the path, if any.
    ///   - actions: The actions of a JSON body, if any.
    ///   - now: The current time.
    ///   - delays: Parses delivery times.
    /// - Throws: ``NtfyError`` that describes the mistake.
    init(
        _ fields: RequestParameters,
        sequenceID: String?,
        actions: [MessageAction]? = nil,
        now: Date,
        delays: DelayParser
    ) throws(NtfyError) {
        if fields.text(.mail) != nil { throw .mailDisabled }
        if let call = fields.text(.call), !["no", "false", "0"].contains(call.lowercased()) { throw .callsDisabled }
        if let template = fields.text(.template), !["no", "false", "0"].contains(template.lowercased()) {
            throw .unsupported("templates are")
        }
        if fields.text(.pollID) != nil { throw .unsupported("poll requests are") }
        message = fields.text(.message)?.replacing("\\n", with: "\n")
        title = fields.text(.title)
        click = fields.text(.click)
        icon = try Self.address(fields.text(.icon), otherwise: .iconURL)
        attachmentURL = try Self.address(fields.text(.attach), otherwise: .attachmentURL)
        filename = fields.text(.filename)
        priority = try MessagePriority.parse(fields.text(.priority) ?? "")
        tags = (fields.text(.tags) ?? "").split(separator: ",").map { $0.trimmingSpace() }.filter { !$0.isEmpty }
        isMarkdown = fields.flag(.markdown)
        isKept = fields.flag(.cache, otherwise: true)
        isUnifiedPush = fields.flag(.unifiedPush)
        if let actions {
            self.actions = actions
        } else {
            self.actions = try ActionListParser.parse(fields.text(.actions) ?? "")
        }
        self.sequenceID = sequenceID ?? fields.text(.sequenceID)
        if let sequenceID = self.sequenceID, !TopicName.isValid(sequenceID) { throw .sequenceID }
        date = try date(fields.text(.delay), now: now, delays: delays)
    }

    /// The name of the attached file: the given one, or else the last component of its URL.
    var attachmentName: String {
        if let filename { return filename }
        let last = attachmentURL.flatMap(URL.init(string:))?.lastPathComponent ?? ""
        return last.isEmpty || last == "/" ? "attachment" : last
    }

    private static func address(_ text: String?, otherwise error: NtfyError) throws(NtfyError) -> String? {
        guard let text else { return nil }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false
        else { throw error }
        return text
    }

    private func date(_ text: String?, now: Date, delays: DelayParser) throws(NtfyError) -> Date? {
        guard let text else { return nil }
        guard isKept else { throw .delayNeedsCache }
        guard let date = delays.date(text, now: now) else { throw .delayUnreadable }
        let wait = date.timeIntervalSince(now).rounded(.up)
        guard wait >= Self.delays.lowerBound else { throw .delayTooSmall }
        guard wait <= Self.delays.upperBound else { throw .delayTooLarge }
        return date
    }
}

/// Priorities of messages: 1 to 5, the default is 3.
enum MessagePriority {
    /// Parses a number or a name.
    ///
    /// Browsers send another header `Priority` (RFC 9218), such as `u=1, i`, which is ignored.
    ///
    /// - Returns: The priority; `nil` if the text has none.
    /// - Throws: ``NtfyError`` 40007 for anything else.
    static func parse(_ text: String) throws(NtfyError) -> Int? {
        switch text.lowercased() {
        case "", "0": return nil
        case "1", "min": return 1
        case "2", "low": return 2
        case "3", "default": return 3
        case "4", "high": return 4
        case "5", "max", "urgent": return 5
        case let other where other.hasPrefix("u=") || other == "i": return nil
        default: throw .priority
        }
    }
}
