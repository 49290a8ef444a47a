import CloudStorage
import HTTPTypes
import Hummingbird
import JSON
import Logging

/// Finds out which device asks.
struct DeviceTokenAuthenticator: Sendable {
    let cloud: Cloud

    /// The device whose token a request carries.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: Its context.
    /// - Returns: The device.
    /// - Throws: ``CloudError`` with code `unauthorized` or `tooMany`.
    func device(of request: Request, _ context: CloudContext) async throws -> DeviceRecord {
        try context.checkAttempts()
        guard let token = Credentials(request.headers).bearer else {
            throw CloudError(.unauthorized, "Send the device's token: Authorization: Bearer TOKEN")
        }
        do {
            let device = try await cloud.device(token: token)
            try context.checkRate(key: "device \(device.number.value)")
            return device
        } catch let error as CloudError where error.code == .unauthorized {
            context.noteFailedAttempt()
            throw error
        }
    }
}

/// Translates errors into the JSON of the device routes: `{"code": "notFound", "message": "…"}`.
struct DeviceErrorMiddleware: RouterMiddleware {
    typealias Context = CloudContext

    func handle(
        _ request: Request,
        context: CloudContext,
        next: @concurrent (Request, CloudContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            return Self.response(try CloudError(translating: error, context.logger))
        }
    }

    /// Tells a failure.
    static func response(_ failure: CloudError) -> Response {
        JSONResponse.make(
            ["code": .string(failure.code.rawValue), "message": .string(failure.message)],
            status: failure.code.status,
            retryAfter: failure.retryAfter
        )
    }
}
