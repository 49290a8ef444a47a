import Fetching
import HostModel
import HostStorage
import NetworkAddresses
import Notifications
import ProcessHost
package import TodayProtocol
package import TodayScreen

/// Resolves an address, and starts the app that opens it.
///
/// Fails with `notFound` if no app opens the address and its scheme does not lead out of Today, or if the app does not
/// accept the address.
package struct OpenURLRequest: HostRequest {
    /// The address.
    package var url: String
    /// The place from which it was opened.
    package var source: OpenOrigin
    /// The app whose widget, page or notification led to it; `nil` if none did, or it is not known.
    package var from: AppID?
    /// The id of the opening for the process that asked for it; `nil` if none did.
    package var opening: OpeningID?
    /// The language and time zone of the person.
    package var viewer: Viewer

    package init(
        url: String,
        source: OpenOrigin = .commandLine,
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

    package func reply(from host: TodayHost) async throws -> OpenOutcome {
        var isTaken = false
        // The process that asked learns the result, whichever surface opens the address.
        defer {
            if let opening {
                for session in host.components.sessions.all {
                    session.notify(OpenFinishedNotification(id: opening, url: url, taken: isTaken))
                }
            }
        }
        let outcome = try await open(on: host)
        isTaken = true
        return outcome
    }

    private func open(on host: TodayHost) async throws -> OpenOutcome {
        if ExtensionUses.isAddress(url) {
            _ = try host.requireApp(opening: url)
            return .scene(url: url)
        }
        if let scheme = URLScheme.scheme(of: url), host.components.registry.app(opening: url) == nil,
            URLScheme.external.contains(scheme)
        {
            return .external(url: url)
        }
        let app = try host.requireApp(opening: url)
        host.components.processing.add(app.id, .opened, runsWithoutActions: true)
        // The browser in which the desktop opens an address cannot tell which app asked.
        let asker = opening.flatMap { host.components.notifications.responder.openings.remove($0, url) }
        let source = asker.map { $0 == app.id ? OpenOrigin.own : .otherApp } ?? source
        let request = AppOpenRequest(
            url: url,
            source: source.requestSource,
            // The surface takes this from a page, so only the id of an installed app is passed on.
            from: (asker ?? from).flatMap { host.components.registry.app($0)?.id },
            context: host.components.gateway.context(viewer.language)
        )
        guard let page = try await host.components.apps.open(request, of: app) else {
            let name = app.title.text(in: viewer.language)
            throw HostError(.notFound, .addressNotTaken(name, address: String(url.prefix(200))))
        }
        return .scene(url: page)
    }
}

/// Asks an app for the page of a URL.
package struct GetSceneRequest: HostRequest {
    package var url: String
    /// The language and time zone of the person.
    package var viewer: Viewer

    package init(url: String, viewer: Viewer) {
        self.url = url
        self.viewer = viewer
    }

    package func reply(from host: TodayHost) async throws -> SceneState {
        let app = try host.requireApp(opening: url)
        // A visible page is requested again after each change, which is no reason to process actions.
        if !ExtensionUses.isAddress(url), !host.components.screen.isInForeground(app.id) {
            host.components.processing.add(app.id, .opened)
        }
        let position = host.components.screen.position
        let content = try await host.components.apps.scene(
            url,
            of: app,
            revision: host.components.store.durable.revision,
            viewer: viewer
        )
        host.components.apps.mistakes.find(in: content.card, of: app.id, host.components.registry.images)
        return SceneState(
            app: app.id,
            appTitle: app.title.text(in: viewer.language),
            url: url,
            title: content.title,
            card: content.card,
            focus: content.focus,
            // A malformed id must not become part of a path.
            message: content.message.flatMap { $0.isWellFormed ? $0 : nil },
            primary: content.primary.flatMap { host.components.registry.app(opening: $0)?.id == app.id ? $0 : nil },
            placeholder: content.placeholder,
            hasEnded: ExtensionUses.isAddress(url) ? !host.components.apps.uses.isOpen(url) : nil,
            epoch: position.epoch,
            revision: position.revision
        )
    }
}

/// Asks for the installed apps, sorted by name.
package struct ListAppsRequest: HostRequest {
    /// The language of the names.
    package var language: String

    package init(language: String) { self.language = language }

    package func reply(from host: TodayHost) async throws -> [AppDescription] {
        try await host.components.catalog.descriptions(language: language)
    }
}

/// Finds an app by its bundle identifier, or by its name or an unambiguous prefix of that, ignoring case.
package struct FindAppRequest: HostRequest {
    /// The identifier or name.
    package var name: String
    /// `true` if a built-in app is meant too, which may be named in any of its languages.
    package var orBuiltIn: Bool

    package init(_ name: String, orBuiltIn: Bool = false) {
        self.name = name
        self.orBuiltIn = orBuiltIn
    }

    package func reply(from host: TodayHost) async throws -> AppID {
        try host.components.catalog.findApp(name, orBuiltIn: orBuiltIn)
    }
}

/// Finds a widget by its bundle identifier, or by its name or an unambiguous prefix of that, ignoring case.
///
/// The name of an app with one widget also finds that widget.
package struct FindWidgetRequest: HostRequest {
    /// The identifier or name.
    package var name: String

    package init(_ name: String) { self.name = name }

    package func reply(from host: TodayHost) async throws -> WidgetID { try host.components.catalog.findWidget(name) }
}

/// Installs a bundle, or the newer version of an installed one.
///
/// The reply is the installed app, or what the person has to agree to first. Fails with `badBundle` if the bundle is
/// malformed.
package struct InstallAppRequest: HostRequest, Codable {
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

    package func reply(from host: TodayHost) async throws -> InstallOutcome {
        try await host.components.catalog.install(path, consent: consent, skipsUnchanged: skipsUnchanged ?? false)
    }
}

/// Ends an app's processes and removes it.
package struct UninstallAppRequest: HostRequest {
    package var app: AppID
    /// `true` if the data of groups that no other app uses is kept.
    package var keepsData: Bool

    package init(_ app: AppID, keepsData: Bool) {
        self.app = app
        self.keepsData = keepsData
    }

    package func reply(from host: TodayHost) async throws {
        try await host.components.catalog.uninstall(app, keepsData: keepsData)
    }
}

/// Fetches an image that a card shows, from any public server and without credentials.
package struct GetImageRequest: HostRequest {
    /// The image's address.
    package var url: String

    package init(at url: String) { self.url = url }

    package func reply(from host: TodayHost) async throws -> ImageFile {
        do throws(FetchFailure) {
            let image = try await host.components.images.image(at: url)
            return ImageFile(mediaType: image.format.mediaType, bytes: image.bytes)
        } catch {
            throw HostError(error.code == .notAllowed ? .invalid : .notFound, error.text, cause: error)
        }
    }
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
