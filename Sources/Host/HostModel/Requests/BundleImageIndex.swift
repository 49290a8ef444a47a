import Foundation

/// Asks for the image index of the installed bundles.
package struct GetBundleImageIndexRequest: HostRequest {
    package typealias Reply = BundleImageIndex

    package init() {}
}

/// Asks for an image of an installed bundle, which was checked when the bundle was installed.
///
/// Fails with `notFound` if no installed bundle has it.
package struct GetBundleImageRequest: HostRequest {
    package typealias Reply = ImageFile

    /// The digest of the image's content, as in ``BundleImageIndex``.
    package var digest: String

    package init(_ digest: String) { self.digest = digest }
}
