import DeviceSync
import Fetching
import Foundation
package import HostStorage
import TodayProtocol

/// A page of the messages of a topic, newest first.
package struct TopicFeed: Hashable, Sendable {
    package var subscription: SubscribedTopic
    package var messages: [ShownTopicMessage]
    /// The number of the last message of the page; `nil` if it is the last page.
    package var next: Int64?
    /// The address that programs publish to; `nil` without a cloud.
    package var address: String?

    package init(
        subscription: SubscribedTopic,
        messages: [ShownTopicMessage],
        next: Int64? = nil,
        address: String? = nil
    ) {
        self.subscription = subscription
        self.messages = messages
        self.next = next
        self.address = address
    }
}

/// A message of a topic as surfaces show it.
package struct ShownTopicMessage: Hashable, Sendable {
    /// A picture that is attached to a message.
    package enum Picture: Hashable, Sendable {
        /// The cloud of this host stores the picture, so that fetching it reveals nothing to others.
        case stored
        /// The picture is on another server, which learns that it is viewed.
        case remote(server: String)
    }

    /// A button.
    package struct Action: Hashable, Sendable {
        package var identifier: String
        package var label: String
        /// The address that it opens; `nil` if the host sends a request.
        package var url: String?

        package init(identifier: String, label: String, url: String? = nil) {
            self.identifier = identifier
            self.label = label
            self.url = url
        }
    }

    /// The place in the feed.
    package var number: Int64
    package var message: TopicMessage
    /// The picture, if the attachment is one; `nil` for other files, and for those that are too large or expired.
    package var picture: Picture?
    /// `true` if the cloud has deleted the attachment.
    package var isFileExpired: Bool
    package var actions: [Action]

    package init(
        number: Int64,
        message: TopicMessage,
        picture: Picture? = nil,
        isFileExpired: Bool = false,
        actions: [Action] = []
    ) {
        self.number = number
        self.message = message
        self.picture = picture
        self.isFileExpired = isFileExpired
        self.actions = actions
    }

    init(_ entry: TopicFeedEntry, pictures: TopicPictures) {
        let file = entry.message.attachment
        self.init(
            number: entry.number,
            message: entry.message,
            picture: file.flatMap { pictures.picture(in: $0) },
            isFileExpired: file.map { pictures.isExpired($0) } ?? false,
            actions: TopicAction.all(in: ["actions": .dictionary(entry.message.actions)]).map { action in
                Action(
                    identifier: action.identifier,
                    label: action.label,
                    url: action.kind == .view ? action.url : nil
                )
            }
        )
    }
}

/// Determines which attachments are pictures, and from where they are fetched.
struct TopicPictures: Sendable {
    private static let extensions = [".png", ".jpg", ".jpeg", ".gif", ".webp"]

    /// The address of the cloud that the host has joined, without a slash at the end; `nil` if it has joined none.
    let cloud: String?
    let now: Date

    /// Returns `true` if the cloud has deleted a file.
    func isExpired(_ file: TopicMessage.Attachment) -> Bool { file.expires.map { $0 <= now } ?? false }

    /// Returns the picture, if a file is one by its type or else its name; `nil` for other files, and for those that
    /// are too large or expired.
    func picture(in file: TopicMessage.Attachment) -> ShownTopicMessage.Picture? {
        let types = ImageFormat.allCases.map(\.mediaType)
        let isNamed = Self.extensions.contains { file.name.lowercased().hasSuffix($0) }
        guard file.type.map({ types.contains($0) }) ?? isNamed, !isExpired(file),
            (file.size ?? 0) <= ImageProxy.byteLimit, let address = try? FetchAddress(file.url)
        else { return nil }
        return server(storing: file) == nil ? .remote(server: address.server) : .stored
    }

    /// Returns the server of the cloud, if it stores a file.
    ///
    /// Only addresses of stored files count, since a request to another path could have an effect.
    func server(storing file: TopicMessage.Attachment) -> AllowedHost? {
        guard let cloud, file.url.hasPrefix(cloud + "/file/"), let address = try? FetchAddress(file.url) else {
            return nil
        }
        let name = file.url.dropFirst(cloud.count + "/file/".count)
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
            default: false
            }
        }
        guard isPlain, name.first != ".", !name.isEmpty else { return nil }
        return try? AllowedHost(host: address.host, port: address.hasDefaultPort ? nil : address.port)
    }
}
