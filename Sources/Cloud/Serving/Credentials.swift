import Foundation
package import HTTPTypes

/// What a request's header `Authorization` says.
package struct Credentials: Hashable, Sendable {
    /// Name and password, if it is `Basic`.
    package private(set) var basic: (name: String, password: String)? {
        get { name.map { ($0, password) } }
        set {
            name = newValue?.name
            password = newValue?.password ?? ""
        }
    }
    /// The token, if it is `Bearer`.
    package private(set) var bearer: String?

    private var name: String?
    private var password = ""

    /// Reads the header; what cannot be read is as if it were not there.
    package init(_ headers: HTTPFields) {
        guard let header = headers[.authorization], let space = header.firstIndex(of: " ") else { return }
        let rest = header[header.index(after: space)...].trimmingCharacters(in: .whitespaces)
        switch header[..<space].lowercased() {
        case "bearer": bearer = rest
        case "basic":
            guard let data = Data(base64Encoded: rest), let text = String(data: data, encoding: .utf8),
                let colon = text.firstIndex(of: ":")
            else { return }
            basic = (String(text[..<colon]), String(text[text.index(after: colon)...]))
        default: return
        }
    }
}
