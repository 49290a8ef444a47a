import Fetching
import HostModel
import NetworkAddresses
import TodayProtocol

package struct CloudAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address, without a slash at the end.
    package let description: String
    /// The path with which the paths of all requests begin.
    let prefix: String
    /// Name of the server, with the port unless it is the scheme's default; for messages.
    package let server: String
    /// `true` if the cloud is on this machine, so that traffic does not leave it.
    package let isLoopback: Bool

    /// Parses an address that a person typed: https, or http to this machine; https is the default scheme.
    ///
    /// An insecure one may use http to another machine too, where others could read the messages and the host's token.
    ///
    /// - Throws: ``CloudFailure`` with code `badAddress` and a sentence about the mistake.
    package init(_ text: String, isInsecure: Bool = false) throws(CloudFailure) {
        let trimmed = text.trimmed
        let full = trimmed.contains("://") ? trimmed : "https://\(trimmed)"
        let address: FetchAddress
        do throws(FetchFailure) { address = try FetchAddress(full) } catch {
            throw CloudFailure(.badAddress, "This is no address of a cloud: \(error.message)")
        }
        guard !address.target.contains("?") else {
            throw CloudFailure(.badAddress, "The address of a cloud has no “?” in it.")
        }
        var path = address.target
        while path.hasSuffix("/") { path.removeLast() }
        server = address.server
        isLoopback = URLHost(address.host).isLoopback
        guard address.isSecure || isLoopback || isInsecure else {
            let text: LocalizableText = """
                \(address.origin) is not encrypted: whoever is between this machine and that one could read your \
                messages. Use https, or say --insecure.
                """
            throw CloudFailure(.badAddress, text)
        }
        prefix = path
        description = address.origin + path
    }

    /// Returns the URL of a request from the components of its path and the values of its query, which are encoded here.
    func url(_ parts: [String], query: [(String, String)] = []) -> String {
        var url = description + "/" + parts.map(PercentCoding.encode).joined(separator: "/")
        if !query.isEmpty {
            url += "?" + query.map { "\($0)=\(PercentCoding.encode($1))" }.joined(separator: "&")
        }
        return url
    }
}
