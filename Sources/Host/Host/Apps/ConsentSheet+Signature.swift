import HostModel
import ProcessHost
package import TodayProtocol

extension ConsentSheet {
    /// The signer of a bundle, with the other installed apps of the same signer.
    package struct Signature: Codable, Hashable, Sendable {
        /// The fingerprint of the signer's key.
        package var signer: String
        /// `true` if the installed version of the app has the same signer.
        package var isThatOfInstalled: Bool
        /// The names of other installed apps with the same signer.
        package var others: [String]

        package init(signer: String, isThatOfInstalled: Bool = false, others: [String] = []) {
            self.signer = signer
            self.isThatOfInstalled = isThatOfInstalled
            self.others = others
        }
    }

    /// One sentence that says who signed the bundle, and whether Today knows the key.
    package var signatureSentence: LocalizableText {
        guard let signature else { return .bundleNotSigned }
        let signer = signature.signer
        if signature.isThatOfInstalled { return .signedLikeInstalledVersion(signer) }
        let others = signature.others.joined(separator: ", ")
        return others.isEmpty ? .signedByUnknownSigner(signer) : .signedByKnownSigner(signer, apps: others)
    }
}

extension AppRightsDescription {
    /// One sentence that says who signed the app's bundle.
    package var signatureSentence: LocalizableText {
        guard let signer else { return .bundleNotSigned }
        return .signedBySigner(signer)
    }
}

extension AppCatalog {
    /// Returns the error for a bundle that is not signed with the key of the installed app.
    ///
    /// - Parameters:
    ///   - title: The name of the installed app.
    ///   - former: The fingerprint of the installed app's signer.
    ///   - signer: The fingerprint of the bundle's signer; `nil` if the bundle is not signed.
    /// - Returns: The error.
    static func refusal(of title: String, signedBy former: String, for signer: String?) -> BundleError {
        guard let signer else { return BundleError(.invalid, .updateNotSigned(title, signer: former)) }
        return BundleError(.invalid, .updateSignedByAnother(title, signer: former, other: signer))
    }
}
