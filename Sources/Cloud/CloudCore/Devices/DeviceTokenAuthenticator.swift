package import CloudStorage
import HTTPServing
package import Hummingbird

/// Authenticates devices by the token of a request.
package struct DeviceTokenAuthenticator: Sendable {
    private let cloud: Cloud

    package init(cloud: Cloud) { self.cloud = cloud }

    /// Returns the device whose token a request has.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: Its context.
    /// - Returns: The device.
    /// - Throws: ``CloudError`` with code `unauthorized` or `tooMany`.
    package func device(of request: Request, _ context: CloudContext) async throws -> DeviceRecord {
        guard let token = Credentials(request.headers).bearer else {
            throw CloudError(.unauthorized, "Send the device's token: Authorization: Bearer TOKEN")
        }
        do {
            let device = try await cloud.device(token: token)
            try context.checkRate(key: "device \(device.number.value)")
            return device
        } catch let error as CloudError where error.code == .unauthorized {
            try context.recordWrongSecret()
            throw error
        }
    }
}
