import CloudCore
import Foundation

/// What the parameters of a request say about a message that is to be published.
struct Publication: Hashable, Sendable {
    /// How long a message waits for its time at least and at most, in seconds.
    static let delays = 10.0...259_200.0

    var message: String?
    var title: String?
    var priority: Int?
    var tags: [String] = []
    var click: String?
    var icon: String?
    var actions: [MessageAction] = []
    /// Where the attached file is, if somebody else has it.
    var attachmentURL: String?
    /// The name of the attached file; without ``attachmentURL`` the body is the file.
    var filename: String?
    var isMarkdown = false
    /// Whether those may get it too who come later.
    var isKept = true
    var isUnifiedPush = false
    var sequenceID: String?
    /// When it is to be published, if not now.
    var date: Date?

    /// Reads the parameters.
    ///
    /// - Parameters:
    ///   - fields: The parameters.
    ///   - sequenceID: The sequence id that the path names, if it does.
    ///   - actions: The actions of a JSON body, if it has some.
    ///   - now: The present.
    ///   - delays: Reads delays.
    /// - Throws: ``NtfyError`` that says what is wrong.
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

    /// The name of the attached file, be it given or the last part of its address.
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

/// How urgent a message is: 1 to 5, where 3 is usual.
enum MessagePriority {
    /// Reads a number or a name.
    ///
    /// Browsers send a header `Priority` of their own (RFC 9218), such as `u=1, i`; it says nothing here.
    ///
    /// - Returns: The priority; none if the text says nothing.
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
