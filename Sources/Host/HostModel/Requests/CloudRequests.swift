package import TodayProtocol

/// Asks for the state of the connection to the cloud.
package struct GetCloudStatusRequest: HostRequest, RoutedRequest {
    package typealias Reply = CloudStatus

    package static let routes = [Route(.get, "cloud")]

    package init() {}
}

/// Joins a cloud with a one-time token, in place of the cloud that was joined before.
///
/// If the cloud or the person is another one, the inboxes on this device are emptied and fetched again. Fails with
/// `invalid` for an address or a token that does not work, and with `cloudUnavailable` if the cloud cannot be reached;
/// the host then stays with the cloud that it had joined.
package struct LinkCloudRequest: HostRequest, RoutedRequest {
    package typealias Reply = CloudStatus

    package static let routes = [Route(.post, "cloud/link")]

    /// The cloud's address: https, or http to this machine.
    package var url: String
    /// The one-time token of the cloud's operator; a secret.
    package var token: String
    /// The name under which the cloud lists this host; the machine's name if left out.
    package var name: String?
    /// `true` if the person accepts http to another machine, although others can then read what is sent.
    package var isInsecure: Bool

    package init(url: String, token: String, name: String?, isInsecure: Bool) {
        self.url = url
        self.token = token
        self.name = name
        self.isInsecure = isInsecure
    }
}

/// Leaves the cloud that the host has joined; the host then joins the cloud inside it again, if there is one.
///
/// Fails with `notFound` if it has joined none, and with `invalid` if it has joined only the cloud inside it.
package struct UnlinkCloudRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.delete, "cloud/link")]

    package init() {}
}

/// Asks for the keys with which a program can send through the cloud that runs inside the host.
///
/// Fails with `notFound` if no cloud runs inside the host, or there is no such app.
package struct GetSenderKeysRequest: HostRequest, RoutedRequest {
    package typealias Reply = SenderKeys

    package static let routes = [Route(.get, "cloud/keys")]

    /// The app that the program sends to; `nil` for the first one.
    package var app: AppID?

    package init(of app: AppID? = nil) { self.app = app }
}

/// Asks for the topics that the person's devices are subscribed to, sorted by name.
///
/// The reply is the last known list if the cloud cannot be reached.
package struct ListTopicsRequest: HostRequest, RoutedRequest {
    package typealias Reply = [String]

    package static let routes = [Route(.get, "topics")]
    package static let replyCoding = ReplyCoding<Reply>.member("topics")

    package init() {}
}

/// Subscribes the person's devices to a topic, or unsubscribes them.
///
/// Fails with `invalid` if the person may not read the topic or its name is malformed, and with `cloudUnavailable` if
/// the cloud cannot be reached.
package struct SetTopicRequest: HostRequest, RoutedRequest {
    package static let routes = Route.pair("topics/:topic", setting: "isSubscribed")

    package var name: String
    package var isSubscribed: Bool

    private enum CodingKeys: String, CodingKey { case name = "topic", isSubscribed }

    package init(_ name: String, subscribed: Bool) {
        self.name = name
        isSubscribed = subscribed
    }
}
