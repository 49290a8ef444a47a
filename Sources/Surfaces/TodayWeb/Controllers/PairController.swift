import Foundation
import HTTPTypes
import HostModel
import Hummingbird
import LocalAPI

/// Makes the links that pair devices.
struct PairingLinkMaker: Sendable {
    let pairings: PairingLinks
    /// Origin at which other devices reach the pages; if there is none, the origin on this machine.
    let origin: WebOrigin

    func make(_ grant: DeviceGrant) -> PairingLink {
        var grant = grant
        grant.rights = min(grant.rights, origin.mostRights)
        return PairingLink(
            link: "\(origin.url)\(PairPage.path(of: pairings.make(grant)))",
            url: origin.url,
            seconds: PairingLinks.lifetime,
            reachesOtherMachines: origin.reach != .thisMachine
        )
    }
}

/// Serves the page of a pairing link, without a session.
struct PairController: PageController {
    let source: PageSource
    let signIn: SignIn
    let pairings: PairingLinks
    /// The rights that a device gets at most.
    let mostRights: DeviceRights

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("pair/:token", use: show)
        router.post("pair/:token", use: pair)
    }

    /// Shows the page of a link without using the link.
    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewer(of: request)
        guard let token = token(context), let grant = pairings.value(of: token) else {
            return signIn.refusals.response(.usedPairingLink, to: request, context)
        }
        return page(PairPage(token: token, grant: grant, name: grant.name ?? request.browserName), viewer)
    }

    /// Signs the device in; an invalid name is refused before the link is used.
    @Sendable @concurrent private func pair(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewer(of: request)
        guard let token = token(context), let grant = pairings.value(of: token) else {
            return signIn.refusals.response(.usedPairingLink, to: request, context)
        }
        let form = try await request.form()
        let name = form["name", default: ""].trimmingCharacters(in: .whitespaces)
        guard name.isEmpty || WebSession.isValid(name: name) else {
            let page = PairPage(token: token, grant: grant, name: String(name.prefix(64)), hasBadName: true)
            return self.page(page, viewer, status: .unprocessableContent)
        }
        // Of two devices with the same link, one succeeds.
        guard pairings.use(token) != nil else {
            return signIn.refusals.response(.usedPairingLink, to: request, context)
        }
        let session = try await signIn.sessions.begin(
            replacing: signIn.cookie.token(of: request),
            browser: request.browserName,
            name: name.isEmpty || name == request.browserName ? nil : name,
            rights: min(grant.rights, mostRights)
        )
        var response = PageResponse.redirect(to: "/")
        response.headers[.setCookie] = signIn.cookie.setting(session)
        return response
    }

    private func token(_ context: WebContext) -> Token? { context.parameters.get("token").flatMap(Token.init(sent:)) }

    private func page(_ page: PairPage, _ viewer: Viewer, status: HTTPResponse.Status = .ok) -> Response {
        PageResponse.make(status: status) { page.html(nonce: $0, language: viewer.pageLanguage) }
    }
}
