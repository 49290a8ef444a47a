import CloudStorage
import HTTPServing
import Hummingbird

/// Finds the device that sent a request.
struct DeviceTokenAuthenticator: Sendable {
    let cloud: Cloud

    /// Returns the device whose token a request has.
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
            context.recordFailedAttempt()
            throw error
        }
    }
}
