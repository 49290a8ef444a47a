import Foundation
import Host
import HostModel
import HostStorage
import TodayProtocol
import TodayScreen

extension StubHost {
    func answerStoredValueRequests() {
        answer(GetDefaultsRequest.self) { request, state in
            (state.defaults[request.group] ?? [:]).filter { request.key == nil || $0.key == request.key }
        }
        answer(SetDefaultRequest.self) { $1.defaults[$0.group, default: [:]][$0.key] = $0.value }
        answer(GetSettingRequest.self) { $1.settings[$0.name] }
        answer(SetSettingRequest.self) { $1.settings[$0.name] = $0.value }
        answerDeviceRequests()
        answer(GetOtherTimeZoneRequest.self) { _, _ in "Europe/Berlin" }
        answer(SetTimeZoneRequest.self) { request, _ in request.zone ?? "Etc/UTC" }
        answer(GetStorageUsageRequest.self) { _, _ in 12_345_678 }
        answer(ChargeDrawingRequest.self) { _, _ in }
        answer(GetAuditRequest.self) { request, state in
            let entries = state.audit.filter { $0.number < request.before ?? .max }
            return AuditLogPart(
                entries: Array(entries.prefix(request.limit)),
                firstBroken: request.isChecked ? state.firstBrokenAuditEntry : nil
            )
        }
    }

    func answerLocationRequests() {
        answer(GetLocationRequest.self) { $1.location }
        answer(ShareLocationRequest.self) { request, state in
            state.location.isSharedHere = true
            state.location.location = KnownLocation(
                latitude: request.latitude,
                longitude: request.longitude,
                accuracy: request.accuracy,
                date: Samples.now
            )
        }
        answer(StopSharingLocationRequest.self) { $1.location.isSharedHere = false }
        answer(SetLocationRequest.self) { _, _ in }
        answer(ForgetLocationRequest.self) { $1.location = LocationState() }
    }

    func answerAllowedHostRequests() {
        answer(GetServerQuestionRequest.self) { request, state in
            let host = try Self.hostName(request.host)
            guard request.app == state.rights.app else { throw HostError(.notFound, "There is no app \(request.app).") }
            let isAllowed = state.allowedHosts.contains(host)
            return ServerQuestion(app: request.app, title: state.rights.title, host: host, isAllowed: isAllowed)
        }
        answer(SetAllowedServerRequest.self) { request, state in
            let host = try Self.hostName(request.host)
            if request.isAllowed { state.allowedHosts.insert(host) } else { state.allowedHosts.remove(host) }
        }
    }

    /// A host in the form that is stored; refused as the host refuses it.
    private static func hostName(_ text: String) throws -> String {
        do { return try AllowedServer(text).description } catch { throw HostError(.invalid, error.text) }
    }

    func answerImageRequests() {
        answer(GetImageRequest.self) { request, _ in
            ImageFile(mediaType: request.url.hasSuffix(".svg") ? "image/svg+xml" : "image/png", bytes: [1, 2, 3])
        }
    }

    /// Has one archive wait, with the sheet of the state; its file is in a folder of the machine for temporary files.
    func answerUploadRequests() {
        answer(BeginUploadRequest.self) { _, state in
            let file = FileManager.default.temporaryDirectory.appending(path: "upload-\(UUID().uuidString)")
            let upload = BundleUpload(id: "upload", path: file.path(percentEncoded: false), limit: 4096)
            state.upload = upload
            return upload
        }
        answer(GetUploadRequest.self) { request, state in
            guard request.id == state.upload?.id else { throw HostError(.notFound, "Choose it again.") }
            return state.sheet
        }
        answer(InstallUploadRequest.self) { request, state in
            guard request.id == state.upload?.id else { throw HostError(.notFound, "Choose it again.") }
            guard request.digest == state.sheet.digest, let app = state.apps.first else {
                return .consentNeeded(sheet: state.sheet)
            }
            state.discardUpload()
            return .installed(app: app)
        }
        answer(DiscardUploadRequest.self) { request, state in
            if request.id == state.upload?.id { state.discardUpload() }
        }
    }

    func answerAppRequests() {
        answer(OpenURLRequest.self) { request, state in
            if state.scenes[request.url] != nil { return .scene(url: request.url) }
            guard request.url.hasPrefix("http") else {
                throw HostError(.notFound, "No installed app opens \(request.url).")
            }
            return .external(url: request.url)
        }
        answer(GetSceneRequest.self) { request, state in
            try state.scenes[request.url].orNotFound("No installed app opens \(request.url).")
        }
        answer(ListAppsRequest.self) { $1.apps }
        answer(FindAppRequest.self) { request, state in
            try state.apps.first { $0.title == request.name }.orNotFound("There is no app \(request.name).").id
        }
        answer(FindWidgetRequest.self) { request, state in
            try state.apps.flatMap(\.widgets).first { $0.title == request.name }
                .orNotFound("There is no widget \(request.name).").id
        }
        answer(InstallAppRequest.self) { request, state in
            let right = state.requestedRights.count > 1 ? state.requestedRights.removeFirst() : state.requestedRights[0]
            let sheet = Samples.consentSheet(asking: right)
            if request.consent.covers(sheet), let app = state.apps.first { return .installed(app: app) }
            return .consentNeeded(sheet: sheet)
        }
        answer(UninstallAppRequest.self) { _, _ in }
        answer(GetAppRightsRequest.self) { request, state in
            guard request.app == state.rights.app else { throw HostError(.notFound, "There is no app \(request.app).") }
            return state.rights
        }
        answer(SetAppRightRequest.self) { request, state in
            guard request.app == state.rights.app,
                let index = state.rights.rights.firstIndex(where: { $0.identifier == request.right })
            else { throw HostError(.notFound, "There is no right \(request.right.prefix(100)).") }
            state.rights.rights[index].isGranted = request.isGranted
        }
        answer(GetComplicationsRequest.self) { $1.complications }
        answer(GetBundleImageIndexRequest.self) { $1.images }
        answer(SearchAppsRequest.self) { $1.found }
        answer(GetBundleImageRequest.self) { request, state in
            try state.imageFiles[request.digest].orNotFound("No installed app has this image.")
        }
    }
}

extension StubHost.State {
    fileprivate mutating func discardUpload() {
        if let upload { try? FileManager.default.removeItem(atPath: upload.path) }
        upload = nil
    }
}
