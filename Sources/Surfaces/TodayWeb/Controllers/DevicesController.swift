import Foundation
import HostModel
import Hummingbird
import LocalAPI
import TodayProtocol

/// Renames, restricts and signs out devices, as the person asks in Settings; the pages need no script.
struct DevicesController: PageController {
    let source: PageSource
    let signIn: SignIn
    let links: PairingLinkMaker

    /// Errors that are shown beside a form about a device.
    private static let refusals: Set<HostError.Code> = [.invalid, .passcodeRequired, .passcodeWrong]

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
        if let own = context.session, own.hash == hash { return try await signIn.signOut(own) }
        try await signIn.sessions.end(hash: hash)
        signIn.streams.end(hash)
        return PageResponse.redirect(to: DevicesSection.path)
    }

    /// Saves the form's values, or shows the form again with the error.
    @Sendable @concurrent private func save(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await session(context)
        let form = try await request.form()
        let problem = try await WebForm.refusal(Self.refusals) { () async throws(HostError) in
            let rights = form["rights"].flatMap(DeviceRights.init)
            if let rights, rights > session.rights { try await unlock(with: form["passcode"], request, context) }
            let name = form["name", default: ""].trimmingCharacters(in: .whitespaces)
            try await host.send(RenameDeviceRequest(session.tokenHash, to: name.isEmpty ? nil : name))
            if let rights { try await host.send(SetDeviceRightsRequest(rights, of: session.tokenHash)) }
        }
        if let problem { return try await page(refused: form, because: problem, request, context) }
        return PageResponse.redirect(to: DevicesSection.path)
    }

    /// Makes a link that pairs another device, and shows it.
    @Sendable @concurrent private func makeLink(_ request: Request, _ context: WebContext) async throws -> Response {
        let form = try await request.form()
        let name = form["name", default: ""].trimmingCharacters(in: .whitespaces)
        let grant = DeviceGrant(
            name: name.isEmpty ? nil : name,
            rights: form["rights"].flatMap(DeviceRights.init) ?? .view
        )
        let problem = try await WebForm.refusal(Self.refusals) { () async throws(HostError) in
            try MakePairingLinkRequest(name: grant.name, rights: grant.rights).validate()
            try await unlock(with: form["passcode"], request, context)
        }
        if let problem { return try await pairingPage(grant, because: problem, request, context) }
        return try await pairingPage(grant, link: links.make(grant), request, context)
    }

    private func pairingPage(
        _ grant: DeviceGrant,
        link: PairingLink? = nil,
        because problem: LocalizableText? = nil,
        _ request: Request,
        _ context: WebContext
    ) async throws -> Response {
        let page = PairingLinkPage(
            link: link,
            reachesOtherMachines: links.origin.reach != .thisMachine,
            mostRights: links.origin.mostRights,
            grant: grant,
            needsPasscode: try await needsPasscode(request, context),
            problem: problem,
            context: try await pageContext(for: viewer(of: request))
        )
        return PageResponse.make(page, problem: problem)
    }

    private func needsPasscode(_ request: Request, _ context: WebContext) async throws -> Bool {
        let passcode = try await host.send(GetPasscodeStateRequest(on: try context.surface(of: request)))
        return passcode.isSet && !passcode.isUnlocked
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
        let session = try await session(context)
        let page = DevicePage(
            session: session,
            isOwn: session.tokenHash == context.session?.hash,
            name: form?["name"] ?? session.name ?? "",
            rights: form?["rights"].flatMap(DeviceRights.init) ?? session.rights,
            needsPasscode: try await needsPasscode(request, context),
            passkeys: try await host.send(ListPasskeysRequest())
                .filter { $0.device == session.tokenHash }.map(DevicePasskey.init),
            problem: problem,
            context: try await pageContext(for: viewer(of: request))
        )
        return PageResponse.make(page, problem: problem)
    }
}
