import HostModel

extension GetComplicationsRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> ComplicationsState {
        try await host.complications.reader.state(in: viewer.language)
    }
}
