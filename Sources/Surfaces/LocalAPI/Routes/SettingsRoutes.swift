package import HostModel
import TodayProtocol

extension ListNotificationSettingsRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "settings/notifications", reply: .json) { reader in
                Self(language: reader.viewer.language)
            } write: { request, writer in
                writer.language = request.language
            }
        ]
    }
}

extension SetNotificationSettingsRequest: RoutedRequest {
    private struct Body: Codable {
        var authorization: NotificationSettings.Authorization
        var allowed: Set<NotificationAuthorizationOption>
        var alertStyle: NotificationAlertStyle?
        var isQuiet: Bool?
    }

    package static var routes: [Route<Self>] {
        [
            Route(.put, "settings/notifications/:app", hasBody: true, reply: .nothing) { reader in
                let body = try reader.body(Body.self)
                return Self(
                    body.authorization,
                    allowed: body.allowed,
                    alertStyle: body.alertStyle,
                    isQuiet: body.isQuiet,
                    of: AppID(try reader.path("app"))
                )
            } write: { request, writer in
                writer.path["app"] = request.app.rawValue
                try writer.setBody(
                    Body(
                        authorization: request.authorization,
                        allowed: request.allowed,
                        alertStyle: request.alertStyle,
                        isQuiet: request.isQuiet
                    )
                )
            }
        ]
    }
}

extension AnswerAuthorizationRequest: RoutedRequest {
    private struct Body: Codable {
        var isAllowed: Bool
        var options: Set<NotificationAuthorizationOption>
    }

    package static var routes: [Route<Self>] {
        [
            Route(.post, "settings/notifications/:app/answer", hasBody: true, reply: .nothing) { reader in
                let body = try reader.body(Body.self)
                return Self(body.isAllowed, to: body.options, of: AppID(try reader.path("app")))
            } write: { request, writer in
                writer.path["app"] = request.app.rawValue
                try writer.setBody(Body(isAllowed: request.isAllowed, options: request.options))
            }
        ]
    }
}

// MARK: - Storage

extension GetStorageUsageRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [Route(.get, "storage", reply: .json) { _ in Self() }] }
}

// MARK: - Limits

extension GetProcessLimitsRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [Route(.get, "limits", reply: .json) { _ in Self() }] }
}

extension SetGroupLimitRequest: RoutedRequest {
    private struct Body: Codable {
        var mebibytes: Int?
        var files: Int?
    }

    package static var routes: [Route<Self>] {
        [
            Route(.put, "settings/group-limit", hasBody: true, reply: .nothing) { reader in
                let body = try reader.body(Body.self)
                return Self(mebibytes: body.mebibytes, files: body.files)
            } write: { request, writer in
                try writer.setBody(Body(mebibytes: request.mebibytes, files: request.files))
            }
        ]
    }
}

// MARK: - Quiet hours

extension GetQuietHoursRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [Route(.get, "settings/quiet-hours", reply: .json) { _ in Self() }] }
}

extension SetQuietHoursRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.put, "settings/quiet-hours", hasBody: true, reply: .nothing) { reader in
                Self(try reader.body(QuietHours.self))
            } write: { request, writer in
                try writer.setBody(request.quietHours)
            }
        ]
    }
}

// MARK: - The passcode

extension GetPasscodeStateRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [Route(.get, "passcode", reply: .json) { Self(on: try $0.surface()) }] }
}

extension SetPasscodeRequest: RoutedRequest {
    private struct Body: Codable {
        var passcode: String?
        var current: String?
    }

    package static var routes: [Route<Self>] {
        [
            Route(.put, "passcode", hasBody: true, reply: .nothing) { reader in
                let body = try reader.body(Body.self)
                return Self(body.passcode, current: body.current, on: try reader.surface())
            } write: { request, writer in
                try writer.setBody(Body(passcode: request.passcode, current: request.current))
            }
        ]
    }

    package func validate() throws(HostError) { try Self.validate(passcode, current) }

    /// Refuses texts that are far too long for a passcode, before they are hashed.
    static func validate(_ passcodes: String?...) throws(HostError) {
        guard passcodes.allSatisfy({ ($0 ?? "").utf8.count <= limit }) else {
            throw HostError(.invalid, "This is too long for a passcode.")
        }
    }
}

extension UnlockRequest: RoutedRequest {
    private struct Body: Codable { var passcode: String }

    package static var routes: [Route<Self>] {
        [
            Route(.post, "passcode/unlock", hasBody: true, reply: .nothing) { reader in
                Self(with: try reader.body(Body.self).passcode, on: try reader.surface())
            } write: { request, writer in
                try writer.setBody(Body(passcode: request.passcode))
            }
        ]
    }

    package func validate() throws(HostError) { try SetPasscodeRequest.validate(passcode) }
}
