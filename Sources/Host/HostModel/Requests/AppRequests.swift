import JSON
package import TodayProtocol

/// Resolves an address, and starts the app that opens it.
///
/// Fails with `notFound` if no app opens the address and its scheme does not lead out of Today, or if the app does not
/// accept the address.
package struct OpenURLRequest: HostRequest, RoutedRequest {
    package typealias Reply = OpenOutcome

    package static let routes = [Route(.post, "open", fixed: ["source": "commandLine"])]

    package var url: String
    /// The place from which it was opened.
    package var source: OpenSource
    /// The app whose widget, page or notification led to it; `nil` if none did, or it is not known.
    package var from: AppID?
    /// The id of the opening for the process that asked for it; `nil` if none did.
    package var opening: OpeningID?
    package var viewer: Viewer

    package init(
        url: String,
        source: OpenSource = .commandLine,
        from: AppID? = nil,
        opening: OpeningID? = nil,
        viewer: Viewer
    ) {
        self.url = url
        self.source = source
        self.from = from
        self.opening = opening
        self.viewer = viewer
    }
}

/// Asks an app for the page of a URL.
package struct GetSceneRequest: HostRequest, RoutedRequest {
    package typealias Reply = SceneState

    package static let routes = [Route(.get, "scene")]

    package var url: String
    package var viewer: Viewer

    package init(url: String, viewer: Viewer) {
        self.url = url
        self.viewer = viewer
    }
}

/// Asks for the installed apps, sorted by name.
package struct ListAppsRequest: HostRequest, RoutedRequest {
    package typealias Reply = [AppDescription]

    package static let routes = [Route(.get, "apps")]

    package var language: String

    package init(language: String) { self.language = language }
}

/// Finds an app by its bundle identifier, or by its name or an unambiguous prefix of that, ignoring case.
package struct FindAppRequest: HostRequest, RoutedRequest {
    package typealias Reply = AppID

    package static let routes = [Route(.get, "find/app")]
    package static let replyCoding = ReplyCoding<Reply>.member("id")

    package var name: String
    /// `true` if a built-in app is meant too, which may be named in any of its languages.
    package var orBuiltIn: Bool

    private enum CodingKeys: String, CodingKey { case name, orBuiltIn = "builtIn" }

    package init(_ name: String, orBuiltIn: Bool = false) {
        self.name = name
        self.orBuiltIn = orBuiltIn
    }
}

/// Finds a widget by its bundle identifier, or by its name or an unambiguous prefix of that, ignoring case.
///
/// The name of an app with one widget also finds that widget.
package struct FindWidgetRequest: HostRequest, RoutedRequest {
    package typealias Reply = WidgetID

    package static let routes = [Route(.get, "find/widget")]
    package static let replyCoding = ReplyCoding<Reply>.member("id")

    package var name: String

    package init(_ name: String) { self.name = name }
}

/// Installs a bundle, or the newer version of an installed one.
///
/// The reply is the installed app, or what the person has to agree to first. Fails with `badBundle` if the bundle is
/// malformed.
package struct InstallAppRequest: HostRequest, RoutedRequest {
    package typealias Reply = InstallOutcome

    package static let routes = [Route(.post, "apps")]

    /// The folder `Name.app`, an absolute path of this machine.
    package var path: String
    /// The person's consent; it counts as none if the bundle now asks for something else.
    package var consent: InstallConsent
    /// `true` if nothing happens when the same bundle is installed already; `nil` means that it is installed again.
    package var skipsUnchanged: Bool?

    package init(path: String, consent: InstallConsent, skipsUnchanged: Bool? = nil) {
        self.path = path
        self.consent = consent
        self.skipsUnchanged = skipsUnchanged
    }
}

/// Ends an app's processes and removes it.
package struct UninstallAppRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.delete, "apps/:app")]

    package var app: AppID
    /// `true` if the data of groups that no other app uses is kept.
    package var keepsData: Bool

    private enum CodingKeys: String, CodingKey { case app, keepsData = "keepData" }

    package init(_ app: AppID, keepsData: Bool) {
        self.app = app
        self.keepsData = keepsData
    }
}

/// Fetches an image that a card shows, from any public server and without credentials.
package struct GetImageRequest: HostRequest {
    package typealias Reply = ImageFile

    package var url: String

    package init(at url: String) { self.url = url }
}

/// Asks the searchable apps for what fits a text; an app that does not answer in time has no results.
package struct SearchAppsRequest: HostRequest {
    package typealias Reply = [FoundEntry]

    /// An entry that an app found.
    package struct FoundEntry: Hashable, Sendable {
        package var app: AppID
        package var entry: SearchEntry

        package init(app: AppID, entry: SearchEntry) {
            self.app = app
            self.entry = entry
        }
    }

    /// What the person typed.
    package var text: String
    package var viewer: Viewer

    package init(_ text: String, for viewer: Viewer) {
        self.text = text
        self.viewer = viewer
    }
}

/// Asks for the image index of the installed bundles.
package struct GetBundleImageIndexRequest: HostRequest {
    package typealias Reply = BundleImageIndex

    package init() {}
}

/// Asks for an image of an installed bundle, which was checked when the bundle was installed.
///
/// Fails with `notFound` if no installed bundle has it.
package struct GetBundleImageRequest: HostRequest {
    package typealias Reply = ImageFile

    /// The digest of the image's content, as in ``BundleImageIndex``.
    package var digest: String

    package init(_ digest: String) { self.digest = digest }
}

/// An image that the host serves, from a card or a message body.
package struct ImageFile: Hashable, Sendable {
    /// The media type, one of those that the host allows.
    package var mediaType: String
    /// The image, at most 2 MiB.
    package var bytes: [UInt8]

    package init(mediaType: String, bytes: [UInt8]) {
        self.mediaType = mediaType
        self.bytes = bytes
    }
}
