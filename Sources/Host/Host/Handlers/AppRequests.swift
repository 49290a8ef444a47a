import Fetching
import HostModel
import HostStorage
import NetworkAddresses
import TodayProtocol
import TodayScreen

extension OpenURLRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> OpenOutcome {
        var isTaken = false
        // The process that asked learns the result, whichever surface opens the address.
        defer {
            if let opening {
                for session in host.services.sessions.all {
                    session.notifyOfOpening(OpenFinishedNotification(id: opening, url: url, taken: isTaken))
                }
            }
        }
        let outcome = try await open(on: host)
        isTaken = true
        return outcome
    }

    private func open(on host: TodayHost) async throws -> OpenOutcome {
        if GetUseRequest.isAddress(url) {
            _ = try host.requireApp(opening: url)
            return .scene(url: url)
        }
        if let scheme = URLScheme.scheme(of: url), host.registry.app(opening: url) == nil,
            URLScheme.external.contains(scheme)
        {
            return .external(url: url)
        }
        let app = try host.requireApp(opening: url)
        host.services.processing.add(app.id, .opened, runsWithoutActions: true)
        // The browser in which the desktop opens an address cannot tell which app asked.
        let asker = opening.flatMap { host.notifications.responder.openings.remove($0, url) }
        let source = asker.map { $0 == app.id ? OpenSource.own : .otherApp } ?? source
        let request = AppOpenRequest(
            url: url,
            source: source,
            // The surface takes this from a page, so only the id of an installed app is passed on.
            from: (asker ?? from).flatMap { host.registry.app($0)?.id },
            context: host.gateway.context(viewer.language)
        )
        guard let page = try await host.apps.open(request, of: app) else {
            let name = app.title.text(in: viewer.language)
            throw HostError(.notFound, .addressNotTaken(name, address: String(url.prefix(200))))
        }
        return .scene(url: page)
    }
}

extension GetSceneRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> SceneState {
        let app = try host.requireApp(opening: url)
        // A visible page is requested again after each change, which is no reason to process actions.
        if !GetUseRequest.isAddress(url), !host.screen.isInForeground(app.id) {
            host.services.processing.add(app.id, .opened)
        }
        let position = host.screen.position
        let content = try await host.apps.scene(url, of: app, revision: host.store.revision, viewer: viewer)
        host.catalog.mistakes.find(in: content.card, of: app.id, host.registry.images)
        return SceneState(
            app: app.id,
            appTitle: app.title.text(in: viewer.language),
            url: url,
            title: content.title,
            card: content.card,
            focus: content.focus,
            // A malformed id must not become part of a path.
            message: content.message.flatMap { $0.isWellFormed ? $0 : nil },
            primary: content.primary.flatMap { host.registry.app(opening: $0)?.id == app.id ? $0 : nil },
            placeholder: content.placeholder,
            hasEnded: GetUseRequest.isAddress(url) ? !host.apps.uses.isOpen(url) : nil,
            epoch: position.epoch,
            revision: position.revision
        )
    }
}

extension ListAppsRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> [AppDescription] {
        try await host.catalog.descriptions(language: language)
    }
}

extension FindAppRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> AppID { try host.catalog.findApp(name, orBuiltIn: orBuiltIn) }
}

extension FindWidgetRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> WidgetID { try host.catalog.findWidget(name) }
}

extension InstallAppRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> InstallOutcome {
        try await host.catalog.install(path, consent: consent, skipsUnchanged: skipsUnchanged ?? false)
    }
}

extension UninstallAppRequest: HandledRequest {
    func reply(from host: TodayHost) async throws { try await host.catalog.uninstall(app, keepsData: keepsData) }
}

extension GetImageRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> ImageFile {
        let image = try await host.services.images.image(at: url)
        return ImageFile(mediaType: image.format.mediaType, bytes: image.bytes)
    }
}

extension BeginUploadRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> BundleUpload { try host.uploads.begin() }
}

extension GetUploadRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> ConsentSheet {
        let uploads = host.uploads
        let (path, known) = try uploads.find(id)
        if let known { return known }
        switch try await host.catalog.install(path, consent: .none, isUpload: true) {
        case .consentNeeded(let sheet):
            uploads.set(sheet, of: id)
            return sheet
        case .installed(let app):
            throw HostError(.internal, "\(app.title) was installed without consent.")
        }
    }
}

extension InstallUploadRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> InstallOutcome {
        let uploads = host.uploads
        let outcome = try await host.catalog.install(
            try uploads.find(id).path,
            consent: .to(digest: digest),
            isUpload: true
        )
        switch outcome {
        case .installed: uploads.discard(id)
        case .consentNeeded(let sheet): uploads.set(sheet, of: id)
        }
        return outcome
    }
}

extension DiscardUploadRequest: HandledRequest {
    func reply(from host: TodayHost) async throws { host.uploads.discard(id) }
}
