import HostModel
import TodayProtocol

extension BeginUploadRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> BundleUpload { try host.uploads.begin() }
}

extension GetUploadRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> ConsentSheet {
        let uploads = host.uploads
        let (path, known) = try uploads.find(id)
        if let known { return known }
        switch try await host.catalog.install(path, consent: .none, isUpload: true) {
        case .consentNeeded(let sheet):
            uploads.set(sheet, of: id)
            return sheet
        case .installed(let app):
            throw HostError(.internal, "\(app.title) was installed without consent.")
        }
    }
}

extension InstallUploadRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> InstallOutcome {
        let uploads = host.uploads
        let outcome = try await host.catalog.install(
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

extension DiscardUploadRequest: HandledRequest {
    func reply(from host: TodayHost) async throws { host.uploads.discard(id) }
}
