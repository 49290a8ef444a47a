import Foundation
import HTTPServing
import HostModel
import Hummingbird
import LocalAPI
import TodayProtocol

/// Renames, restricts and signs out devices, as the person asks in Settings; the pages need no script.
struct DevicesController: Sendable {
    let host: any HostAccess
    let sessions: Sessions
    let cookie: SessionCookie
    let viewers: ViewerReader
    let streams: StreamLimiter
    let links: PairingLinkMaker
    let now: @Sendable () -> Date

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("settings/devices/pair") { request, context in
            try await pairingPage(DeviceGrant(), request, context)
        }
        router.post("settings/devices/pair", use: makeLink)
        router.get("settings/devices/:device") { request, context in try await page(request, context) }
        router.post("settings/devices/:device", use: save)
        router.post("sessions/:hash/sign-out", use: signOut)
        router.post("silence/dismiss") { _, _ in
            try await host.send(DismissSilencesRequest())
            return PageResponse.redirect(to: "/")
        }
    }

    @Sendable @concurrent private func signOut(_ request: Request, _ context: WebContext) async throws -> Response {
        let hash = context.parameters.get("hash") ?? ""
        let own = context.session.flatMap { $0.hash == hash ? $0 : nil }
        if let own { try await sessions.signOut(own) } else { try await sessions.end(hash: hash) }
        // The browser's open pages receive no further events, and ask to sign in.
        streams.end(hash)
        guard own != nil else { return PageResponse.redirect(to: DevicesSection.path) }
        var response = PageResponse.redirect(to: "/")
        cookie.forget(in: &response)
        return response
    }

    /// Saves the form's values, or shows the form again with the error.
    @Sendable @concurrent private func save(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await session(context)
        let body = try await request.collectBody(upTo: SettingsController.bodyLimit, within: .seconds(10))
        let form = ConfigurationController.values(inForm: String(buffer: body))
        do throws(HostError) {
            let rights = form["rights"].flatMap(DeviceRights.init)
            if let rights, rights > session.rights { try await unlock(with: form["passcode"], request, context) }
            let name = form["name", default: ""].trimmingCharacters(in: .whitespaces)
            try await host.send(RenameDeviceRequest(session.tokenHash, to: name.isEmpty ? nil : name))
            if let rights { try await host.send(SetDeviceRightsRequest(rights, of: session.tokenHash)) }
        } catch {
            switch error.code {
            case .invalid, .passcodeRequired, .passcodeWrong:
                return try await page(refused: form, because: error.pageText, request, context)
            default: throw error
            }
        }
        return PageResponse.redirect(to: DevicesSection.path)
    }

    /// Makes a link that pairs another device, and shows it.
    @Sendable @concurrent private func makeLink(_ request: Request, _ context: WebContext) async throws -> Response {
        let body = try await request.collectBody(upTo: SettingsController.bodyLimit, within: .seconds(10))
        let form = ConfigurationController.values(inForm: String(buffer: body))
        let name = form["name", default: ""].trimmingCharacters(in: .whitespaces)
        let grant = DeviceGrant(
            name: name.isEmpty ? nil : name,
            rights: form["rights"].flatMap(DeviceRights.init) ?? .view
        )
        do throws(HostError) {
            try MakePairingLinkRequest(name: grant.name, rights: grant.rights).validate()
            try await unlock(with: form["passcode"], request, context)
        } catch {
            switch error.code {
            case .invalid, .passcodeRequired, .passcodeWrong:
                return try await pairingPage(grant, because: error.pageText, request, context)
            default: throw error
            }
        }
        return try await pairingPage(grant, link: links.make(grant), request, context)
    }

    private func pairingPage(
        _ grant: DeviceGrant,
        link: PairingLink? = nil,
        because problem: LocalizableText? = nil,
        _ request: Request,
        _ context: WebContext
    ) async throws -> Response {
        let viewer = viewers.viewer(of: request.headers)
        let passcode = try await host.send(GetPasscodeStateRequest(on: try context.surface(of: request)))
        let model = PairingLinkPage.Model(
            link: link,
            grant: grant,
            needsPasscode: passcode.isSet && !passcode.isUnlocked,
            problem: problem,
            summary: try await host.send(GetNotificationSummaryRequest(for: viewer)),
            screen: try await host.send(GetScreenRequest(for: viewer, opens: false)).position,
            images: try await host.send(GetBundleImageIndexRequest()),
            language: viewer.pageLanguage
        )
        return PageResponse.make(status: problem == nil ? .ok : .unprocessableContent) {
            PairingLinkPage(model: model).html(nonce: $0)
        }
    }

    /// Unlocks the surface with a passcode, if one is given; otherwise it must be unlocked already.
    private func unlock(
        with passcode: String?,
        _ request: Request,
        _ context: WebContext
    ) async throws(HostError) {
        guard let session = context.session else { throw HostError(.notAllowed, .mayNotChange) }
        let surface = session.surface
        if let passcode, !passcode.isEmpty {
            let unlocking = UnlockRequest(with: passcode, on: surface)
            try unlocking.validate()
            try await host.send(unlocking)
        }
        try await host.send(RequireUnlockedRequest(on: surface))
    }

    private func session(_ context: WebContext) async throws -> WebSession {
        let hash = context.parameters.get("device") ?? ""
        guard let session = try await host.send(GetSessionRequest(tokenHash: hash)) else { throw HTTPError(.notFound) }
        return session
    }

    private func page(
        refused form: [String: String]? = nil,
        because problem: LocalizableText? = nil,
        _ request: Request,
        _ context: WebContext
    ) async throws -> Response {
        let viewer = viewers.viewer(of: request.headers)
        let session = try await session(context)
        let passcode = try await host.send(GetPasscodeStateRequest(on: try context.surface(of: request)))
        let model = DevicePage.Model(
            session: session,
            isOwn: session.tokenHash == context.session?.hash,
            name: form?["name"] ?? session.name ?? "",
            rights: form?["rights"].flatMap(DeviceRights.init) ?? session.rights,
            needsPasscode: passcode.isSet && !passcode.isUnlocked,
            passkeys: try await host.send(ListPasskeysRequest())
                .filter { $0.device == session.tokenHash }.map(DevicePasskey.init),
            dates: PageDates(now: now(), viewer: viewer),
            problem: problem,
            summary: try await host.send(GetNotificationSummaryRequest(for: viewer)),
            screen: try await host.send(GetScreenRequest(for: viewer, opens: false)).position,
            images: try await host.send(GetBundleImageIndexRequest()),
            language: viewer.pageLanguage
        )
        return PageResponse.make(status: problem == nil ? .ok : .unprocessableContent) {
            DevicePage(model: model).html(nonce: $0)
        }
    }
}
