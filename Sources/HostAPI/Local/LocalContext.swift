import HTTPTypes
package import Hummingbird
package import Notifications

/// The context of a request over the Unix socket; whoever connects there is the person.
package struct LocalContext: SurfaceContext {
    /// The name of the header in which a local tool names itself, so that a passcode holds for one run of it.
    package static let surfaceHeader = HTTPField.Name("Today-Surface") ?? .from

    /// What Hummingbird keeps.
    package var coreContext: CoreRequestContextStorage

    /// Makes the context of one request.
    package init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }

    /// The tool that the header names, or the one surface of all that name none.
    package func surface(of request: Request) throws -> SurfaceID {
        guard let name = request.headers[Self.surfaceHeader] else { return SurfaceID("local") }
        guard (1...64).contains(name.utf8.count) else {
            throw HTTPError(.badRequest, message: "The header Today-Surface has 1 to 64 bytes.")
        }
        return SurfaceID("local." + name)
    }
}
