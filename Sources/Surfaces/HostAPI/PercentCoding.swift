import Foundation

/// Percent-encoding of one component of a path or one value of a query.
package enum PercentCoding {
    private static let unreserved: Set<UInt8> = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8
    )

    /// Encodes everything but RFC 3986's unreserved characters.
    package static func encode(_ text: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if unreserved.contains(byte) {
                result.append(byte)
            } else {
                let digits = Array("0123456789ABCDEF".utf8)
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Decodes; `nil` if the text has a stray `%` or decodes to what is not UTF-8.
    package static func decode(_ text: some StringProtocol) -> String? { text.removingPercentEncoding }
}
