package import Foundation
package import HostModel
import JSON
import TodayProtocol

/// Asks for the version of a running host; the server answers it.
package struct GetVersionRequest: RoutedRequest {
    package typealias Reply = VersionReply

    package static let routes = [Route(.get, "version")]

    package init() {}
}

package struct VersionReply: Codable, Hashable, Sendable {
    package var version: String
    package var pid: Int32
    package var started: Date
    /// Origin of the web surface, without a trailing slash; `nil` for a page, which is already part of it.
    package var url: String?
}

/// Asks for a link that signs a browser in and leads to a page; the web surface answers it.
package struct MakeLinkRequest: RoutedRequest {
    package typealias Reply = OneTimeLink

    package static let pathLimit = 2048

    package static let routes = [Route(.post, "links", body: .empty, defaults: ["page": "/"])]

    /// The path and query of the page, such as `/complications`.
    package var page: String

    package init(to page: String = "/") { self.page = page }

    package func validate() throws(HostError) {
        guard page.hasPrefix("/"), !page.hasPrefix("//"), page.utf8.count <= Self.pathLimit else {
            throw HostError(
                .invalid,
                "The page of a link is a path of Today, such as /complications, of at most \(Self.pathLimit) bytes."
            )
        }
    }
}

/// A one-time link that signs a browser in.
package struct OneTimeLink: Codable, Hashable, Sendable {
    /// URL to open in a browser, or to request with a plain GET.
    package var link: String
    /// URL of the Today screen, without a trailing slash.
    package var url: String
    /// Lifetime of the link, in seconds.
    package var seconds: Int

    package init(link: String, url: String, seconds: Int) {
        self.link = link
        self.url = url
        self.seconds = seconds
    }
}

/// Asks for a link that pairs a device; the web surface answers it.
package struct MakePairingLinkRequest: RoutedRequest {
    package typealias Reply = PairingLink

    package static let routes = [Route(.post, "pairing-links")]

    /// The person's name for the device, at most 128 bytes; `nil` to ask on the device.
    package var name: String?
    package var rights: DeviceRights

    package init(name: String? = nil, rights: DeviceRights = .change) {
        self.name = name
        self.rights = rights
    }

    package func validate() throws(HostError) {
        guard name.map(WebSession.isValid(name:)) ?? true else { throw HostError(.invalid, WebSession.nameSentence) }
    }
}

/// A one-time link that pairs a device: its page has the button that uses it.
package struct PairingLink: Codable, Hashable, Sendable {
    package var link: String
    /// URL of the Today screen for the device, without a trailing slash.
    package var url: String
    /// Lifetime of the link, in seconds.
    package var seconds: Int
    /// `true` if devices other than this machine can reach the URL.
    package var reachesOtherMachines: Bool
    /// `true` if what other devices send to the URL is not encrypted.
    package var isUnencrypted: Bool { reachesOtherMachines && url.hasPrefix("http://") }

    package init(link: String, url: String, seconds: Int, reachesOtherMachines: Bool) {
        self.link = link
        self.url = url
        self.seconds = seconds
        self.reachesOtherMachines = reachesOtherMachines
    }
}
