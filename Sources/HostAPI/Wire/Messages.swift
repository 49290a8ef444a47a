package import TodayProtocol

/// The body of `PUT /api/screen`.
package struct ScreenOrder: Codable, Hashable, Sendable {
    /// The widgets on the screen, in order; at most 200.
    package var widgets: [WidgetID]

    /// Makes an order.
    package init(widgets: [WidgetID]) { self.widgets = widgets }
}

/// The body of `POST /api/apps`.
package struct InstallOrder: Codable, Hashable, Sendable {
    /// The folder `Name.app`, an absolute path of this machine.
    package var path: String
    /// Whether the person agreed to all that the bundle asks for.
    package var hasConsent: Bool

    /// Makes an order.
    package init(path: String, hasConsent: Bool) {
        self.path = path
        self.hasConsent = hasConsent
    }
}

/// The body of `POST /api/open`.
package struct OpenOrder: Codable, Hashable, Sendable {
    /// The address.
    package var url: String

    /// Makes an order.
    package init(url: String) { self.url = url }
}

/// The answer of `GET /api/find/…`.
package struct FoundName: Codable, Hashable, Sendable {
    /// The bundle identifier.
    package var id: String

    /// Makes an answer.
    package init(id: String) { self.id = id }
}

/// The answer of `GET /api/version`.
package struct VersionAnswer: Codable, Hashable, Sendable {
    /// Today's version.
    package var version: String
    /// The host's process.
    package var pid: Int32

    /// Makes an answer.
    package init(version: String, pid: Int32) {
        self.version = version
        self.pid = pid
    }
}

/// A link that signs a browser in, once: the answer of `POST /api/links`.
package struct OneTimeLink: Codable, Hashable, Sendable {
    /// The address to open in a browser, or to follow with a plain GET.
    package var link: String
    /// The address of the Today screen, without a slash at the end.
    package var url: String
    /// For how many seconds the link can be used.
    package var seconds: Int

    /// Describes a link.
    package init(link: String, url: String, seconds: Int) {
        self.link = link
        self.url = url
        self.seconds = seconds
    }
}
