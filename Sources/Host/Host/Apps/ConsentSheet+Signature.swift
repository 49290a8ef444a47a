import ProcessHost
import TodayProtocol

extension ConsentSheet {
    /// Who signed a bundle, and what else of that signer is installed.
    package struct Signature: Codable, Hashable, Sendable {
        /// The fingerprint of the signer's key.
        package var signer: String
        /// Whether the installed version of the app has the same signer.
        package var isThatOfInstalled: Bool
        /// The names of other installed apps with the same signer.
        package var others: [String]

        /// Describes a signature.
        package init(signer: String, isThatOfInstalled: Bool = false, others: [String] = []) {
            self.signer = signer
            self.isThatOfInstalled = isThatOfInstalled
            self.others = others
        }
    }

    /// Who signed the bundle, and whether Today knows the key, in one sentence.
    package var signatureSentence: String {
        guard let signature else { return "It is not signed: nothing shows who made it." }
        let signer = signature.signer
        if signature.isThatOfInstalled { return "Signed by \(signer), as the installed version is." }
        let others = signature.others.joined(separator: ", ")
        return others.isEmpty
            ? "Signed by \(signer), which has signed no installed app."
            : "Signed by \(signer), which signed \(others) too."
    }
}

extension AppRightsDescription {
    /// Who signed the app's bundle, in one sentence.
    package var signatureSentence: String {
        guard let signer else { return "It is not signed: nothing shows who made it." }
        return "Signed by \(signer)."
    }
}

extension AppCatalog {
    /// Refuses a bundle that another key signed than the installed app, or none.
    ///
    /// - Parameters:
    ///   - title: The name of the installed app.
    ///   - former: The fingerprint of its signer's key.
    ///   - signer: That of the bundle's; `nil` if it is not signed.
    /// - Returns: The error.
    static func refusal(of title: String, signedBy former: String, for signer: String?) -> BundleError {
        guard let signer else {
            return BundleError(
                code: .invalid,
                message: "\(title) is installed and signed by \(former), and this bundle is not signed. "
                    + "Only its signer can update it; remove it first if you want this one instead."
            )
        }
        return BundleError(
            code: .invalid,
            message: "\(title) is installed and signed by \(former), and this bundle by \(signer). "
                + "Only its signer can update it; remove it first if you want this one instead."
        )
    }
}
