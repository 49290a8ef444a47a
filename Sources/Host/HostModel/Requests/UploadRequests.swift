/// A place for an archive with a bundle that a surface receives.
package struct BundleUpload: Codable, Hashable, Sendable {
    /// The id of the archive in further requests, which cannot be guessed.
    package var id: String
    /// The path at which the surface writes the archive, where no file exists yet.
    package var path: String
    /// The largest size of the archive, in bytes.
    package var limit: Int

    package init(id: String, path: String, limit: Int) {
        self.id = id
        self.path = path
        self.limit = limit
    }
}

/// Reserves a place for an archive with a bundle.
///
/// The archive is deleted when it is installed or cancelled, and at the latest after ten minutes. Fails with `invalid`
/// if four archives wait already.
package struct BeginUploadRequest: HostRequest {
    package typealias Reply = BundleUpload

    package init() {}
}

/// Reads an archive, and asks for the consent sheet of its bundle.
///
/// Fails with `notFound` if there is no such archive any more, and with `badBundle` if it holds no bundle that can be
/// installed.
package struct GetUploadRequest: HostRequest {
    package typealias Reply = ConsentSheet

    package var id: String

    package init(_ id: String) { self.id = id }
}

/// Installs the bundle of an archive to whose sheet the person has agreed.
///
/// The reply is the installed app, or the new sheet if it has changed. Fails as ``GetUploadRequest`` does.
package struct InstallUploadRequest: HostRequest, RoutedRequest {
    package typealias Reply = InstallOutcome

    package static let routes = [Route(.put, "uploads/:upload")]

    package var id: String
    /// ``ConsentSheet/digest`` of what was shown to the person.
    package var digest: String

    private enum CodingKeys: String, CodingKey { case id = "upload", digest }

    package init(_ id: String, digest: String) {
        self.id = id
        self.digest = digest
    }
}

/// Deletes an archive; does nothing if it is gone already.
package struct DiscardUploadRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.delete, "uploads/:upload")]

    package var id: String

    private enum CodingKeys: String, CodingKey { case id = "upload" }

    package init(_ id: String) { self.id = id }
}
