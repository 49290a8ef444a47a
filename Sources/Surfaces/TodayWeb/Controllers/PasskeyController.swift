import Foundation
import HTTPServing
import HTTPTypes
import HostModel
import Hummingbird
import JSON
import LocalAPI
import Logging
import PushEncoding
import TodayProtocol
import WebAuthn

/// Adds passkeys to devices, removes them, and signs devices in with them.
///
/// Passkeys belong to the origin of the requesting page; for an origin that cannot have any, the routes answer 404.
struct PasskeyController: PageController {
    /// Maximum size of a request, in bytes; it holds the parts of a passkey in base64url.
    static let bodyLimit = 16 * 1024

    let source: PageSource
    let signIn: SignIn
    let origin: WebOrigin
    let challenges: PasskeyChallenges

    /// Adds the routes for browsers without a session.
    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.post("passkeys/challenge", use: makeChallenge)
        router.post("passkeys/sign-in", use: enter)
    }

    func addScriptRoutes(to router: some RouterMethods<WebContext>) {
        router.post("api/passkeys/challenge", use: begin)
        router.post("api/passkeys", use: add)
    }

    /// Adds the form that removes a passkey, which needs no script.
    func addForm(to router: some RouterMethods<WebContext>) {
        router.post("settings/passkeys/:passkey/remove", use: remove)
    }

    // MARK: - Signing in

    /// Answers with a challenge, or that there is no passkey for this origin.
    @Sendable @concurrent private func makeChallenge(_: Request, _: WebContext) async throws -> Response {
        let party = try relyingParty
        guard try await host.send(ListPasskeysRequest()).contains(where: { $0.relyingParty == party.id }) else {
            throw HTTPError(.notFound)
        }
        return JSONResponse.make([
            "challenge": .string(challenges.make(for: .signingIn)), "relyingParty": .string(party.id),
        ])
    }

    @Sendable @concurrent private func enter(_ request: Request, _ context: WebContext) async throws -> Response {
        let party = try relyingParty
        let body = try await body(of: request)
        guard let id = Self.bytes("id", in: body), let userHandle = Self.bytes("userHandle", in: body),
            let clientData = Self.bytes("clientData", in: body), let data = Self.bytes("authenticatorData", in: body),
            let signature = Self.bytes("signature", in: body),
            let passkey = try await host.send(GetPasskeyRequest(Passkey.id(of: id))),
            passkey.relyingParty == party.id, Array(passkey.userHandle) == userHandle
        else { return try refusal(to: request, context) }
        let assertion = Assertion(clientDataJSON: clientData, authenticatorData: data, signature: signature)
        let signCount: UInt32
        do throws(WebAuthnError) {
            signCount = try party.verify(assertion, of: passkey.credential) {
                challenges.isOpen($0, for: .signingIn)
            }
            // Of two requests with the same signature, one succeeds.
            guard challenges.use(try ClientData(json: clientData).challenge, for: .signingIn) else {
                throw WebAuthnError(.wrongChallenge, "The challenge was used meanwhile.")
            }
        } catch {
            context.logger.debug("A passkey was refused", metadata: ["error": "\(error.message)"])
            return try refusal(to: request, context)
        }
        let session = try await signIn.sessions.begin(
            with: passkey,
            signCount: signCount,
            replacing: signIn.cookie.token(of: request),
            browser: request.browserName
        )
        var response = JSONResponse.done()
        response.headers[.setCookie] = signIn.cookie.setting(session)
        return response
    }

    /// Counts a wrong passkey like a wrong link, and returns or throws the error for it.
    private func refusal(to request: Request, _ context: WebContext) throws -> Response {
        guard signIn.refusals.isTooMany(request, context) else { throw HostError(.notAllowed, .wrongPasskey) }
        let text = LocalizableText.tooManyPasskeyAttempts.text(in: viewer(of: request).pageLanguage)
        var response = try WireJSON.response(
            HostErrorBody(HostError(.notAllowed, .text(text))),
            status: .tooManyRequests
        )
        response.headers[.retryAfter] = String(WrongLinks.period.components.seconds)
        return response
    }

    // MARK: - Adding and removing

    /// Answers with the data that the browser needs to create a passkey, once the passcode was given, if one is set.
    @Sendable @concurrent private func begin(_ request: Request, _ context: WebContext) async throws -> Response {
        let party = try relyingParty
        try await host.send(RequireUnlockedRequest(on: try context.surface(of: request)))
        let device = try context.requireSession().hash
        let language = viewer(of: request).pageLanguage
        let session = try await host.send(GetSessionRequest(tokenHash: device))
        let passkeys = try await host.send(ListPasskeysRequest()).filter { $0.device == device }
        return JSONResponse.make([
            "challenge": .string(challenges.make(for: .adding(to: device))), "relyingParty": .string(party.id),
            "site": .string(LocalizableText.today.text(in: language)),
            "account": .string(session?.label ?? LocalizableText.unknownBrowser.text(in: language)),
            "known": .array(passkeys.map { .string(Base64URL.encode($0.credentialID)) }),
        ])
    }

    @Sendable @concurrent private func add(_ request: Request, _ context: WebContext) async throws -> Response {
        let party = try relyingParty
        let device = try context.requireSession().hash
        let body = try await body(of: request)
        let registration = Registration(
            clientDataJSON: Self.bytes("clientData", in: body) ?? [],
            authenticatorData: Self.bytes("authenticatorData", in: body) ?? []
        )
        let purpose = PasskeyChallenges.Purpose.adding(to: device)
        let credential: Credential
        let challenge: String
        do throws(WebAuthnError) {
            credential = try party.verify(registration) { challenges.isOpen($0, for: purpose) }
            challenge = try ClientData(json: registration.clientDataJSON).challenge
        } catch {
            throw HostError(.invalid, .unusablePasskey, cause: error)
        }
        // The challenge was made after the passcode was given, and for this device.
        guard challenges.use(challenge, for: purpose), let userHandle = Base64URL.decode(challenge) else {
            throw HostError(.invalid, .unusablePasskey)
        }
        try await host.send(
            AddPasskeyRequest(
                to: device,
                credentialID: Data(credential.id),
                publicKey: Data(credential.publicKey),
                userHandle: Data(userHandle),
                relyingParty: party.id,
                signCount: credential.signCount
            )
        )
        return JSONResponse.done()
    }

    /// Removes a passkey of the requesting device, or of another one if the device may change settings.
    @Sendable @concurrent private func remove(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let passkey = try await host.send(GetPasskeyRequest(context.parameters.get("passkey") ?? "")) else {
            return PageResponse.redirect(to: DevicesSection.path)
        }
        guard passkey.device == context.session?.hash || context.rights == .change else {
            throw HostError(.notAllowed, .mayNotChange)
        }
        try await host.send(RemovePasskeyRequest(passkey.id))
        return PageResponse.redirect(to: DevicesSection.path)
    }

    // MARK: - Helpers

    private var relyingParty: RelyingParty {
        get throws {
            guard let party = origin.relyingParty else { throw HTTPError(.notFound) }
            return party
        }
    }

    private func body(of request: Request) async throws -> JSONValue {
        do {
            return try await request.collectJSON(upTo: Self.bodyLimit, depthLimit: 4, within: .seconds(10))
        } catch let error as RequestBodyError {
            guard error.code == .invalid else { throw error.forScript }
            return .null
        }
    }

    /// Decodes a base64url member of the body.
    private static func bytes(_ name: String, in body: JSONValue) -> [UInt8]? {
        body[name]?.stringValue.flatMap(Base64URL.decode)
    }
}

extension Passkey {
    /// The passkey as input of the relying party's verification.
    fileprivate var credential: Credential {
        Credential(id: Array(credentialID), publicKey: Array(publicKey), signCount: signCount)
    }
}
