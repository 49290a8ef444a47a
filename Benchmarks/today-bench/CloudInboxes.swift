import CloudCore
import CloudStorage
import Foundation
import JSON

/// Fills the store of a cloud with messages: one inbox has many, and the others share the rest.
///
/// The inboxes belong to phones, so that only messages are measured and no events wait for a host. Messages of all
/// inboxes alternate, as they would over years.
struct CloudInboxes {
    /// The number of messages in one commit.
    private static let batch = 1000
    private static let others = 1000
    private static let limit = 2_000_000
    /// The body of every message.
    private static let body = Data("<p>\(String(repeating: "Dinner is ready at seven. ", count: 20))</p>".utf8)
    private static let title = "Dinner is ready at seven"

    private let made: CloudPreparation
    private let total: Int
    /// The number of messages to others between two messages to the one inbox.
    private let stride: Int

    /// Fills a store, and prints what is needed to read the one inbox as a line of JSON.
    ///
    /// - Parameters:
    ///   - total: The number of all messages.
    ///   - own: The number of messages of the one inbox.
    ///   - stateDirectory: The state folder of the cloud.
    /// - Throws: ``LoadError`` for numbers that are too large, or an error of the store.
    static func make(_ total: Int, own: Int, in stateDirectory: String) async throws {
        guard (1...limit).contains(total), (1...total).contains(own), total.isMultiple(of: own) else {
            throw LoadError("There are 1 to \(limit) messages, a multiple of those of the one inbox.")
        }
        let password = Secret.random()
        var user: InboxID?
        try await CloudPreparation.with(stateDirectory: stateDirectory) { made in
            user = try await CloudInboxes(made: made, total: total, stride: total / own).run(password: password)
        }
        let line: JSONValue = [
            "user": .string(user?.text ?? ""), "password": .string(password),
            "bytes": .real(Double(try size(of: stateDirectory)) / Double(total)),
            "payload": .integer(body.count + title.utf8.count),
        ]
        print(line.jsonText)
    }

    /// Fills the store, and returns the id of the one inbox.
    private func run(password: String) async throws -> InboxID? {
        var first: InboxID?
        for index in 0...Self.others {
            let id = try await makeInbox(password: index == 0 ? password : Secret.random())
            if index == 0 { first = id }
        }
        // In the order in which they were made.
        let inboxes = try await made.store.candidates(
            of: made.app.number,
            leaves: nil,
            after: ChannelNumber(0),
            limit: Self.others + 1
        )
        var given = 0
        for begin in Swift.stride(from: 0, to: total, by: Self.batch) {
            try await fill(begin..<min(total, begin + Self.batch), inboxes, &given)
        }
        return first
    }

    private func makeInbox(password: String) async throws -> InboxID {
        let (channel, inbox) = (ChannelID(Secret.uuid()), InboxID(Secret.random()))
        try await made.store.addChannel(NewChannel(id: channel, type: "ios"), to: made.app.number)
        let isMade = try await made.store.addInbox(
            inbox,
            passwordHash: Secret.hash(password),
            channel: channel,
            of: made.app.number
        )
        guard isMade else { throw LoadError("An inbox could not be made.") }
        return inbox
    }

    /// Accepts a range of messages and adds each to its inbox, in two commits.
    private func fill(_ numbers: Range<Int>, _ inboxes: [AudienceMember], _ given: inout Int) async throws {
        let date = Date(timeIntervalSinceNow: Double(numbers.lowerBound - total))
        try await made.store.accept(numbers.map { push($0, sent: date) }, of: made.app.number)
        let pushes = try await made.store.pendingPushes(limit: numbers.count)
        guard pushes.count == numbers.count else { throw LoadError("A push is missing.") }
        var pages: [PushPage] = []
        for (number, push) in zip(numbers, pushes) {
            let inbox = number.isMultiple(of: stride) ? inboxes[0] : inboxes[1 + given % Self.others]
            if !number.isMultiple(of: stride) { given += 1 }
            pages.append(
                PushPage(
                    push: push,
                    recipients: [inbox],
                    cursor: nil,
                    notice: made.cloud.inboxNotice(app: made.app.name)
                )
            )
        }
        try await made.store.deliver(pages)
    }

    private func push(_ number: Int, sent date: Date) -> NewPush {
        NewPush(
            id: PushID(Secret.uuid()),
            selection: "{}",
            content: EventContent(kind: "push", body: "{}", expires: date.addingTimeInterval(86_400 * 28)),
            message: NewMessage(
                id: CloudMessageID(Secret.random()),
                title: Self.title,
                contentType: "text/html",
                body: Self.body,
                sent: date.addingTimeInterval(Double(number % Self.batch)),
                extra: #"{"com.urbanairship.listing.field1":"In the kitchen"}"#
            )
        )
    }

    /// Returns the size of the closed database on disk in bytes.
    private static func size(of stateDirectory: String) throws -> Int {
        let path = stateDirectory + "/cloud/cloud.sqlite"
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.size] as? NSNumber)?.intValue ?? 0
    }
}
