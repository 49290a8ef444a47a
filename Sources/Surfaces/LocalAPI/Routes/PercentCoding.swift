import Foundation

/// Percent-encoding of one path component or one query value.
package enum PercentCoding {
    private static let unreserved: Set<UInt8> = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8
    )

    /// Encodes all characters except RFC 3986's unreserved ones.
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

    /// Decodes a text; `nil` if it has a stray `%` or the result is not UTF-8.
    package static func decode(_ text: some StringProtocol) -> String? { text.removingPercentEncoding }
}
