import Crypto
import Foundation

/// An image of a bundle that surfaces may show: the app's icon or a picture of its cards, in one theme and scale.
package struct BundleImage: Codable, Hashable, Sendable {
    package enum Format: String, Codable, Hashable, Sendable {
        case png, jpeg, svg

        package var mediaType: String {
            switch self {
            case .png: "image/png"
            case .jpeg: "image/jpeg"
            case .svg: "image/svg+xml"
            }
        }

        /// Creates the format that a file name's extension stands for; `nil` for other files.
        init?(nameEnding name: String) {
            let formats: KeyValuePairs<String, Format> = [".png": .png, ".jpg": .jpeg, ".jpeg": .jpeg, ".svg": .svg]
            let lower = name.lowercased()
            guard let format = formats.first(where: { lower.hasSuffix($0.key) })?.value else { return nil }
            self = format
        }
    }

    /// The name in `bundle:NAME`, the same for all themes and scales: ASCII letters, digits and `._-`.
    package var name: String
    /// `true` if it is for the dark theme.
    package var isDark = false
    /// Number of pixels per point: 1, 2 or 3; 1 for an SVG.
    package var scale: Int = 1
    package var format: Format
    /// The width in pixels; that of the `viewBox` for an SVG.
    package var width: Int
    /// The height in pixels; that of the `viewBox` for an SVG.
    package var height: Int
    package var file: String
    /// The digest of the content: 22 characters of `A-Za-z0-9_-` from its SHA-256.
    package var digest: String

    static func digest(of bytes: [UInt8]) -> String {
        Data(SHA256.hash(data: bytes).prefix(16)).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Splits `NAME[~dark][@2x|@3x].ENDING`; returns `nil` if the file is not an image that cards can show.
    static func parts(of file: String) -> (name: String, isDark: Bool, scale: Int, format: Format)? {
        guard let format = Format(nameEnding: file), let dot = file.lastIndex(of: ".") else { return nil }
        var name = file[..<dot]
        var scale = 1
        for (suffix, value) in [("@2x", 2), ("@3x", 3)] where name.hasSuffix(suffix) && format != .svg {
            name = name.dropLast(3)
            scale = value
        }
        let isDark = name.hasSuffix("~dark")
        if isDark { name = name.dropLast(5) }
        guard BundleNames.isFolderSafe(String(name)) else { return nil }
        return (String(name), isDark, scale, format)
    }
}

/// The size of a picture in a file, read without decoding it.
struct PixelSize: Hashable {
    var width: Int
    var height: Int

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The bit depths that each color type of PNG may have (PNG, 11.2.1).
    private static let depths: [UInt8: Set<UInt8>] = [
        0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
    ]

    /// Reads the size of a PNG, all of whose chunks must be inside the file.
    static func png(_ bytes: [UInt8]) throws(BundleMistake) -> PixelSize {
        guard bytes.starts(with: signature) else {
            throw BundleMistake(message: "It is no PNG, as its name says.", remedy: "Save it as PNG.")
        }
        var place = signature.count
        var size: PixelSize?
        var hasPixels = false
        while place + 12 <= bytes.count {
            let length = number(bytes[place..<(place + 4)])
            let type = String(decoding: bytes[(place + 4)..<(place + 8)], as: UTF8.self)
            guard length <= bytes.count - place - 12 else { break }
            let data = bytes[(place + 8)..<(place + 8 + length)]
            switch type {
            case "CgBI":
                throw BundleMistake(
                    message: "It is a PNG that Xcode changed for iOS, which no browser shows.",
                    remedy: "Put the original there, or build with COMPRESS_PNG_FILES = NO."
                )
            case "IHDR" where size == nil && length == 13:
                let header = Array(data)
                guard depths[header[9]]?.contains(header[8]) == true, header[10] == 0, header[11] == 0,
                    header[12] <= 1
                else { throw damagedPNG }
                size = PixelSize(width: number(data.prefix(4)), height: number(data.dropFirst(4).prefix(4)))
            case "IDAT": hasPixels = true
            case "IEND":
                guard let size, hasPixels else { throw damagedPNG }
                return size
            default: break
            }
            guard size != nil else { throw damagedPNG }
            place += 12 + length
        }
        throw damagedPNG
    }

    private static let damagedPNG = BundleMistake(message: "It is a damaged PNG.", remedy: "Save it anew.")

    /// Reads the size in the first frame header of a JPEG.
    static func jpeg(_ bytes: [UInt8]) throws(BundleMistake) -> PixelSize {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else {
            throw BundleMistake(message: "It is no JPEG, as its name says.", remedy: "Save it as JPEG.")
        }
        var place = 2
        while place + 9 < bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            // The start-of-frame markers, without DHT, JPG and DAC, which are in the same range (ITU T.81, table B.1).
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                let (height, width) = (bytes[(place + 5)..<(place + 7)], bytes[(place + 7)..<(place + 9)])
                return PixelSize(width: number(width), height: number(height))
            }
            place += 2 + max(2, number(bytes[(place + 2)..<(place + 4)]))
        }
        throw BundleMistake(message: "It is a damaged JPEG.", remedy: "Save it anew.")
    }

    /// Returns a big-endian number of at most four bytes.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
