import CloudCore
import Foundation
import JSON

struct Publication: Hashable, Sendable {
    /// The shortest and the longest delay of a message, in seconds.
    static let delays = 10.0...259_200.0
    /// The lifetime of a message after its publication, in seconds.
    static let lifetime = 43_200.0

    /// The message, whose text and file may be in the body.
    var message: NtfyMessage
    /// The name of the attached file; unless ``isFileElsewhere``, the body is the file.
    let filename: String?
    /// `true` if the message is stored for later subscribers.
    let isKept: Bool
    let isUnifiedPush: Bool
    /// The time at which to publish the message; `nil` for now.
    let date: Date?
    /// `true` if the attached file is on another server, so that the body is always the text.
    let isFileElsewhere: Bool

    /// Parses the parameters of a message, with the sequence id of the path and the actions of a JSON body, if any.
    init(
        _ fields: RequestParameters,
        topic: String,
        sequenceID: String? = nil,
        actions: [JSONValue]? = nil,
        now: Date,
        delays: DelayParser
    ) throws(NtfyError) {
        if fields.text(.mail) != nil { throw .mailDisabled }
        if let call = fields.text(.call), !["no", "false", "0"].contains(call.lowercased()) { throw .callsDisabled }
        if let template = fields.text(.template), !["no", "false", "0"].contains(template.lowercased()) {
            throw .unsupported("templates are")
        }
        if fields.text(.pollID) != nil { throw .unsupported("poll requests are") }
        message = NtfyMessage(time: now, topic: topic)
        message.message = fields.text(.message)?.replacing("\\n", with: "\n")
        message.title = fields.text(.title)
        message.click = fields.text(.click)
        message.icon = try Self.address(fields.text(.icon), otherwise: .iconURL)
        let file = try Self.address(fields.text(.attach), otherwise: .attachmentURL)
        filename = fields.text(.filename)
        isFileElsewhere = file != nil
        message.attachment = file.map { [filename] in .init(name: filename ?? Self.filename(of: $0), url: $0) }
        message.priority = try MessagePriority.parse(fields.text(.priority) ?? "")
        let tags = (fields.text(.tags) ?? "").split(separator: ",").map { $0.trimmingSpace() }
        message.tags = tags.filter { !$0.isEmpty }
        message.contentType = fields.flag(.markdown) ? "text/markdown" : nil
        isKept = fields.flag(.cache, otherwise: true)
        isUnifiedPush = fields.flag(.unifiedPush)
        message.actions =
            if let actions { actions } else { try ActionListParser.parse(fields.text(.actions) ?? "") }
        message.sequenceID = sequenceID ?? fields.text(.sequenceID)
        if let id = message.sequenceID, !TopicName.isValid(id) { throw .sequenceID }
        date = try Self.date(fields.text(.delay), isKept: isKept, now: now, delays: delays)
        if let date { message.time = date.wholeSeconds }
        message.expires = isKept ? message.time.addingTimeInterval(Self.lifetime) : nil
    }

    private static func filename(of url: String) -> String {
        let last = URL(string: url)?.lastPathComponent ?? ""
        return last.isEmpty || last == "/" ? "attachment" : last
    }

    private static func address(_ text: String?, otherwise error: NtfyError) throws(NtfyError) -> String? {
        guard let text else { return nil }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false
        else { throw error }
        return text
    }

    private static func date(
        _ text: String?,
        isKept: Bool,
        now: Date,
        delays: DelayParser
    ) throws(NtfyError) -> Date? {
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
    /// Parses a number or a name; `nil` if the text has no priority, ``NtfyError`` 40007 for anything else.
    ///
    /// Browsers send another header `Priority` (RFC 9218), such as `u=1, i`, which is ignored.
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
