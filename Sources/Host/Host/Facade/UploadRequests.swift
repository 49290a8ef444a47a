/// Room for an archive with a bundle that a surface receives.
package struct BundleUpload: Codable, Hashable, Sendable {
    /// Names the archive in further requests; nobody can guess it.
    package var id: String
    /// Where the surface writes the archive: a file that does not exist yet.
    package var path: String
    /// How many bytes it may have at most.
    package var limit: Int

    /// Describes an archive.
    package init(id: String, path: String, limit: Int) {
        self.id = id
        self.path = path
        self.limit = limit
    }
}

/// Makes room for an archive with a bundle.
///
/// The archive is deleted when it is installed or cancelled, and at the latest after ten minutes. Fails with `invalid` if four
/// others wait.
package struct BeginUploadRequest: HostRequest {
    /// Makes a request.
    package init() {}

    package func reply(from host: TodayHost) async throws -> BundleUpload { try host.components.uploads.begin() }
}

/// Reads an archive, and asks what the person has to agree to before it is installed.
///
/// Fails with `notFound` if there is no such archive any more, and with `badBundle` if it holds no bundle that can be installed.
package struct GetUploadRequest: HostRequest {
    /// The archive.
    package var id: String

    /// Makes a request.
    package init(_ id: String) { self.id = id }

    package func reply(from host: TodayHost) async throws -> ConsentSheet {
        let uploads = host.components.uploads
        let (path, known) = try uploads.find(id)
        if let known { return known }
        switch try await host.components.catalog.install(path, consent: .none, isUpload: true) {
        case .consentNeeded(let sheet):
            uploads.set(sheet, of: id)
            return sheet
        case .installed(let app):
            throw HostError(.internal, "\(app.title) was installed without consent.")
        }
    }
}

/// Installs the bundle of an archive to whose sheet the person has agreed.
///
/// The reply is the installed app, or the sheet to agree to if it is another one now. Fails as ``GetUploadRequest`` does.
package struct InstallUploadRequest: HostRequest {
    /// The archive.
    package var id: String
    /// ``ConsentSheet/digest`` of what was shown to the person.
    package var digest: String

    /// Makes a request.
    package init(_ id: String, digest: String) {
        self.id = id
        self.digest = digest
    }

    package func reply(from host: TodayHost) async throws -> InstallOutcome {
        let uploads = host.components.uploads
        let outcome = try await host.components.catalog.install(
            try uploads.find(id).path,
            consent: .to(digest: digest),
            isUpload: true
        )
        switch outcome {
        case .installed: uploads.discard(id)
        case .consentNeeded(let sheet): uploads.set(sheet, of: id)
        }
        return outcome
    }
}

/// Deletes an archive; one that is gone already is no error.
package struct DiscardUploadRequest: HostRequest {
    /// The archive.
    package var id: String

    /// Makes a request.
    package init(_ id: String) { self.id = id }

    package func reply(from host: TodayHost) async throws { host.components.uploads.discard(id) }
}
