import Foundation
import Testing
import WebAuthn
import WebAuthnTestSupport

/// What a relying party takes of browsers and authenticators, and what it refuses.
@Suite struct RelyingPartyTests {
    private static let party = RelyingParty(id: "today.example.org", origin: "https://today.example.org")

    /// Bytes in hexadecimal digits.
    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex.utf8)
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
    }

    private func register(
        _ authenticator: TestAuthenticator,
        with party: RelyingParty = party
    ) throws -> Credential {
        try party.verify(authenticator.registration()) { $0 == "AAAA" }
    }

    private func signIn(
        _ authenticator: TestAuthenticator,
        with party: RelyingParty = party,
        stored count: UInt32 = 0
    ) throws -> UInt32 {
        var credential = authenticator.credential
        credential.signCount = count
        return try party.verify(authenticator.assertion(), of: credential) { $0 == "AAAA" }
    }

    /// The code of the error that something throws; `nil` if it throws none.
    private func refusal(_ body: () throws -> Void) -> WebAuthnError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? WebAuthnError)?.code
        }
    }

    // MARK: - The test vector of the standard: Web Authentication Level 3, section 16.2, “ES256 Credential with No Attestation”

    private static let vectorParty = RelyingParty(
        id: "example.org",
        origin: "https://example.org",
        requiresUserVerification: false
    )
    private static let vectorRegistration = Registration(
        clientDataJSON: bytes(
            """
            7b2274797065223a22776562617574686e2e637265617465222c226368616c6c656e6765223a22414d4d507434557878475453746e63\
            647134313759447742466938767049612d7077386f4f755657345441222c226f726967696e223a2268747470733a2f2f6578616d706c\
            652e6f7267222c2263726f73734f726967696e223a66616c73652c22657874726144617461223a22636c69656e74446174614a534f4e\
            206d617920626520657874656e6465642077697468206164646974696f6e616c206669656c647320696e20746865206675747572652c\
            207375636820617320746869733a20426b5165446a646354427258426941774a544c453551227d
            """
        ),
        // The attestation object without the 30 bytes before it, which say that there is no attestation.
        authenticatorData: bytes(
            """
            bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b559000000008446ccb9ab1db374750b2367ff6f3a1f00\
            20f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4a5010203262001215820afefa16f97ca9b2d23eb86\
            ccb64098d20db90856062eb249c33a9b672f26df61225820930a56b87a2fca66334b03458abf879717c12cc68ed73290af2e2664796b\
            9220
            """
        )
    )
    private static let vectorAssertion = Assertion(
        clientDataJSON: bytes(
            """
            7b2274797065223a22776562617574686e2e676574222c226368616c6c656e6765223a224f63446e55685158756c5455506f334a5558\
            543049393770767a7a59425039745a63685879617630314167222c226f726967696e223a2268747470733a2f2f6578616d706c652e6f\
            7267222c2263726f73734f726967696e223a66616c73657d
            """
        ),
        authenticatorData: bytes("bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b51900000000"),
        signature: bytes(
            """
            3046022100f50a4e2e4409249c4a853ba361282f09841df4dd4547a13a87780218deffcd380221008480ac0f0b93538174f575bf11a1\
            dd5d78c6e486013f937295ea13653e331e87
            """
        )
    )

    @Test func theVectorOfTheStandardRegistersAndSignsIn() throws {
        let credential = try Self.vectorParty.verify(Self.vectorRegistration) {
            $0 == "AMMPt4UxxGTStncdq417YDwBFi8vpIa-pw8oOuVW4TA"
        }
        #expect(
            credential.id == Self.bytes("f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4")
        )
        #expect(credential.publicKey.count == 65 && credential.signCount == 0)
        let count = try Self.vectorParty.verify(Self.vectorAssertion, of: credential) {
            $0 == "OcDnUhQXulTUPo3JUXT0I97pvzzYBP9tZchXyav01Ag"
        }
        #expect(count == 0)
    }

    @Test func theVectorIsRefusedWhereVerificationIsRequired() throws {
        let strict = RelyingParty(id: "example.org", origin: "https://example.org")
        #expect(refusal { _ = try strict.verify(Self.vectorRegistration) { _ in true } } == .userNotVerified)
    }

    // MARK: - What is right

    @Test func aPasskeyIsRegisteredAndSignsIn() throws {
        var authenticator = TestAuthenticator()
        let credential = try register(authenticator)
        #expect(credential == authenticator.credential)
        authenticator.signCount = 2
        #expect(try signIn(authenticator, stored: credential.signCount) == 2)
    }

    @Test(arguments: [1, 1023]) func anIDHasUpTo1023Bytes(length: Int) throws {
        var authenticator = TestAuthenticator()
        authenticator.id = [UInt8](repeating: 7, count: length)
        #expect(try register(authenticator).id.count == length)
    }

    @Test func extensionsAreIgnored() throws {
        var authenticator = TestAuthenticator()
        authenticator.flags.insert(.hasExtensions)
        authenticator.extensions = [0xA1, 0x61, 0x61, 0x01]
        #expect(try register(authenticator).id == authenticator.id)
        #expect(try signIn(authenticator) == 1)
    }

    @Test(arguments: [(0, 0, true), (0, 1, true), (1, 2, true), (1, 1, false), (2, 1, false), (5, 0, false)])
    func signaturesAreCountedForward(stored: UInt32, sent: UInt32, isRight: Bool) throws {
        var authenticator = TestAuthenticator()
        authenticator.signCount = sent
        #expect(refusal { _ = try signIn(authenticator, stored: stored) } == (isRight ? nil : .countedBackward))
    }

    // MARK: - What is wrong

    /// One thing that is wrong, and the code of its refusal.
    struct Wrong: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var code: WebAuthnError.Code
        var change: @Sendable (inout TestAuthenticator) -> Void

        init(
            _ name: String,
            _ code: WebAuthnError.Code,
            _ change: @escaping @Sendable (inout TestAuthenticator) -> Void
        ) {
            testDescription = name
            self.code = code
            self.change = change
        }
    }

    /// What both ceremonies refuse.
    private static let wrong: [Wrong] = [
        Wrong("a token of another kind", .wrongType) { $0.client["type"] = "webauthn.other" },
        Wrong("another challenge", .wrongChallenge) { $0.client["challenge"] = "AAAB" },
        Wrong("no challenge", .malformed) { $0.client["challenge"] = nil },
        Wrong("a number as the challenge", .malformed) { $0.client["challenge"] = 1 },
        Wrong("another origin", .wrongOrigin) { $0.client["origin"] = "https://today.example.org.evil.example" },
        Wrong("an origin without TLS", .wrongOrigin) { $0.client["origin"] = "http://today.example.org" },
        Wrong("another port", .wrongOrigin) { $0.client["origin"] = "https://today.example.org:8443" },
        Wrong("a frame of another site", .wrongOrigin) { $0.client["crossOrigin"] = true },
        Wrong("a frame that is none", .wrongOrigin) { $0.client["crossOrigin"] = "no" },
        Wrong("a page above", .wrongOrigin) { $0.client["topOrigin"] = "https://evil.example" },
        Wrong("client data that is too long", .malformed) {
            $0.client["more"] = String(repeating: "x", count: ClientData.maximumLength)
        },
        Wrong("another relying party", .wrongRelyingParty) { $0.relyingParty = "example.org" },
        Wrong("nobody there", .userNotPresent) { $0.flags = [.userVerified] },
        Wrong("nobody verified", .userNotVerified) { $0.flags = [.userPresent] },
        Wrong("a backup that cannot be", .inconsistentBackup) { $0.flags.insert(.isBackedUp) },
        Wrong("bytes that no flag announces", .malformed) { $0.extensions = [0xA0] },
        Wrong("announced extensions that are missing", .malformed) { $0.flags.insert(.hasExtensions) },
        Wrong("extensions without an end", .malformed) {
            $0.flags.insert(.hasExtensions)
            $0.extensions = [UInt8](repeating: 0xA0, count: AuthenticatorData.maximumLength)
        },
    ]

    /// What a registration refuses beside that.
    private static let wrongKeys: [Wrong] = [
        Wrong("an empty id", .malformed) { $0.id = [] },
        Wrong("an id that is too long", .malformed) { $0.id = [UInt8](repeating: 7, count: 1024) },
        Wrong("an id that is longer than everything", .malformed) { $0.idLength = 1000 },
        Wrong("an id that is longer than it says", .unsupportedKey) { $0.idLength = 15 },
        Wrong("a key of ES384", .unsupportedKey) { $0.keyHead[4] = 0x38 },
        Wrong("a key of EdDSA", .unsupportedKey) { $0.keyHead[4] = 0x27 },
        Wrong("a key on another curve", .unsupportedKey) { $0.keyHead[6] = 0x02 },
        Wrong("a point that is not on the curve", .unsupportedKey) { $0.keyHead += [0x00] },
    ]

    @Test(arguments: wrong + wrongKeys) func aRegistrationThatIsWrongIsRefused(wrong: Wrong) throws {
        var authenticator = TestAuthenticator()
        wrong.change(&authenticator)
        #expect(refusal { _ = try register(authenticator) } == wrong.code)
    }

    @Test(arguments: wrong) func anAssertionThatIsWrongIsRefused(wrong: Wrong) throws {
        var authenticator = TestAuthenticator()
        wrong.change(&authenticator)
        #expect(refusal { _ = try signIn(authenticator) } == wrong.code)
    }

    @Test func aPointThatIsNotOnTheCurveIsNoKey() throws {
        var registration = try TestAuthenticator().registration()
        registration.authenticatorData[registration.authenticatorData.count - 1] ^= 1
        #expect(refusal { _ = try Self.party.verify(registration) { _ in true } } == .unsupportedKey)
    }

    @Test func ceremoniesOfTheTwoKindsAreNotExchangeable() throws {
        let authenticator = TestAuthenticator()
        let (registration, assertion) = (try authenticator.registration(), try authenticator.assertion())
        let credential = authenticator.credential
        var exchanged = assertion
        exchanged.clientDataJSON = registration.clientDataJSON
        #expect(refusal { _ = try Self.party.verify(exchanged, of: credential) { _ in true } } == .wrongType)
        var signed = registration
        signed.clientDataJSON = assertion.clientDataJSON
        #expect(refusal { _ = try Self.party.verify(signed) { _ in true } } == .wrongType)
        signed = registration
        signed.authenticatorData = assertion.authenticatorData
        #expect(refusal { _ = try Self.party.verify(signed) { _ in true } } == .malformed)
    }

    @Test func everyByteIsSigned() throws {
        let authenticator = TestAuthenticator()
        let assertion = try authenticator.assertion()
        var credential = authenticator.credential
        credential.signCount = 0
        /// Whether the assertion is taken after a change.
        func isTaken(_ change: (inout Assertion) -> Void) -> Bool {
            var changed = assertion
            change(&changed)
            return refusal { _ = try Self.party.verify(changed, of: credential) { _ in true } } == nil
        }
        #expect(isTaken { _ in })
        for index in assertion.authenticatorData.indices {
            #expect(!isTaken { $0.authenticatorData[index] ^= 0x20 }, "byte \(index) of the authenticator data")
        }
        for index in assertion.clientDataJSON.indices {
            #expect(!isTaken { $0.clientDataJSON[index] ^= 0x01 }, "byte \(index) of the client data")
        }
        for index in assertion.signature.indices {
            #expect(!isTaken { $0.signature[index] ^= 0x01 }, "byte \(index) of the signature")
        }
        #expect(!isTaken { $0.signature = [] } && !isTaken { $0.signature.removeLast() })
        let other = TestAuthenticator()
        #expect(refusal { _ = try Self.party.verify(assertion, of: other.credential) { _ in true } } == .wrongSignature)
    }

    @Test func dataThatEndsEarlyIsRefused() throws {
        let registration = try TestAuthenticator().registration()
        for count in registration.authenticatorData.indices {
            let bytes = Array(registration.authenticatorData.prefix(count))
            #expect(refusal { _ = try AuthenticatorData(bytes) } != nil, "\(count) bytes")
        }
        for count in registration.clientDataJSON.indices {
            let json = Array(registration.clientDataJSON.prefix(count))
            #expect(refusal { _ = try ClientData(json: json) } == .malformed)
        }
        let nested = Array(String(repeating: "[", count: 4000).utf8)
        #expect(refusal { _ = try ClientData(json: nested) } == .malformed)
    }
}
