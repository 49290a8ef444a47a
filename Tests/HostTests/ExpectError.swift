import JSONRPC
import Testing

/// Expects a request to fail with a code; returns the error.
@discardableResult
func expectError<Value>(
    _ code: RPCError.Code,
    _ body: () async throws -> Value
) async -> RPCError? {
    do {
        _ = try await body()
        Issue.record("no error came")
        return nil
    } catch let error as RPCError {
        #expect(error.code == code, "\(error.message)")
        return error
    } catch {
        Issue.record("another error came: \(error)")
        return nil
    }
}
