import HostModel
import ProcessHost
import TodayProtocol

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
