import JSON
import PushEncoding

/// The signing key of a developer account, with which providers authenticate to APNs.
public struct APNsCredentials: Sendable {
    private let key: ES256Key
    private let keyID: String
    private let teamID: String

    /// Reads the file that Apple issues (`.p8`): a private key of P-256 in PEM form; each id has 10 letters and digits.
    ///
    /// - Throws: ``APNsError`` with code `invalidCredentials` that names the part.
    public init(privateKey: String, keyID: String, teamID: String) throws(APNsError) {
        for (id, name) in [(keyID, "key"), (teamID, "team")] {
            guard id.utf8.count == 10, id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
                throw APNsError(.invalidCredentials, "The \(name) id does not have 10 letters and digits.")
            }
        }
        do {
            key = try ES256Key(pem: privateKey)
        } catch {
            throw APNsError(.invalidCredentials, "The key is not a private key of P-256 in PEM form.")
        }
        self.keyID = keyID
        self.teamID = teamID
    }

    /// Returns a signed provider token, which APNs accepts for an hour after its issue, in seconds since 1970.
    func token(issued: Int) throws -> String {
        try key.token(header: ["kid": .string(keyID)], claims: ["iss": .string(teamID), "iat": .integer(issued)])
    }
}
