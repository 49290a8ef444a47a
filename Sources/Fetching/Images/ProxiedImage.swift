/// An image that was fetched and checked.
package struct ProxiedImage: Hashable, Sendable {
    /// Its format, as its bytes tell.
    package let format: ImageFormat
    /// The file.
    package let bytes: [UInt8]

    /// Takes an image.
    package init(format: ImageFormat, bytes: [UInt8]) {
        self.format = format
        self.bytes = bytes
    }
}
