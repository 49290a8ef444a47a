/// An image format that may be shown, known by the first bytes of a file.
package enum ImageFormat: String, Hashable, CaseIterable, Sendable {
    /// PNG.
    case png = "image/png"
    /// JPEG.
    case jpeg = "image/jpeg"
    /// GIF.
    case gif = "image/gif"
    /// WebP.
    case webP = "image/webp"

    /// The media type.
    package var mediaType: String { rawValue }

    /// Tells the format of a file; `nil` for anything else, SVG included, which can hold scripts.
    package init?(of bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) {
            self = .gif
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            self = .webP
        } else {
            return nil
        }
    }
}
