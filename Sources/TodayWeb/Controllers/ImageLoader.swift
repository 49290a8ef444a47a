/// An image as a page gets it.
package struct LoadedImage: Sendable {
    /// Its media type, such as `image/png`.
    package var type: String
    /// Its bytes.
    package var bytes: [UInt8]

    /// Makes an image.
    package init(type: String, bytes: [UInt8]) {
        self.type = type
        self.bytes = bytes
    }
}

/// Loads the image at an address of the web, without credentials, within the loader's limits.
package typealias ImageLoader = @Sendable (String) async throws -> LoadedImage
