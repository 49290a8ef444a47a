package import Host
package import TodayProtocol

/// The body of `PUT /api/screen`.
package struct SetScreenRequest: Codable, Hashable, Sendable {
    /// The widgets on the screen, in order; at most 200.
    package var widgets: [WidgetID]

    /// Makes an order.
    package init(widgets: [WidgetID]) { self.widgets = widgets }
}

/// The body of `POST /api/open`.
package struct OpenURLRequest: Codable, Hashable, Sendable {
    /// The address.
    package var url: String

    /// Makes an order.
    package init(url: String) { self.url = url }
}

/// The body of `POST /api/apps`.
package struct InstallAppRequest: Codable, Hashable, Sendable {
    /// The folder `Name.app`, an absolute path of this machine.
    package var path: String
    /// What the person agreed to.
    package var consent: InstallConsent

    /// Makes an order.
    package init(path: String, consent: InstallConsent) {
        self.path = path
        self.consent = consent
    }
}

/// The answer of `GET /api/find/…`.
package struct FindReply: Codable, Hashable, Sendable {
    /// The bundle identifier.
    package var id: String

    /// Makes an answer.
    package init(id: String) { self.id = id }
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

/// The answer of `GET /api/version`.
package struct VersionReply: Codable, Hashable, Sendable {
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
