/// How a piece of work ended.
struct Outcome<Success: Sendable>: Sendable {
    private let result: Result<Success, any Error>

    init(_ body: () async throws -> Success) async {
        do { result = .success(try await body()) } catch { result = .failure(error) }
    }

    var isSuccess: Bool { (try? result.get()) != nil }

    func get() throws -> Success { try result.get() }
}
