import Cloud
import CloudStore

extension CommandError {
    /// Tells the shell what the cloud refused.
    ///
    /// - Parameter body: What to do with the cloud.
    /// - Returns: What `body` returns.
    /// - Throws: ``CommandError`` for the cloud's own errors; others as they are.
    static func translatingCloud<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as CloudError {
            throw CommandError(error.message, cause: error)
        } catch let error as CloudStoreError {
            throw CommandError(error.message, cause: error)
        }
    }
}
