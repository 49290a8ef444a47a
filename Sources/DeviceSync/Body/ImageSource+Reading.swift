import Fetching
import Foundation

extension ImageSource {
    /// How many bytes of base64 a picture within a message may have.
    static let dataLimit = 3 * 1024 * 1024

    /// Reads the `src` of a picture; none for what is neither http, https nor a picture in the message itself.
    init?(_ text: String) {
        let text = AttributeRule.trimmed(text)
        if text.prefix(5).lowercased() == "data:" {
            guard text.utf8.count <= Self.dataLimit, let comma = text.firstIndex(of: ","),
                text[..<comma].lowercased().hasSuffix(";base64"),
                let data = Data(
                    base64Encoded: String(text[text.index(after: comma)...]),
                    options: .ignoreUnknownCharacters
                ),
                ImageFormat(of: Array(data.prefix(16))) != nil
            else { return nil }
            self = .bytes(Array(data))
        } else {
            guard let address = try? FetchAddress(text) else { return nil }
            self = .address(address.description)
        }
    }
}
