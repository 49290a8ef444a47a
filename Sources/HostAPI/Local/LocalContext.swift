package import Hummingbird

/// The context of a request over the Unix socket; whoever connects there is the person.
package struct LocalContext: Hummingbird.RequestContext {
    /// What Hummingbird keeps.
    package var coreContext: CoreRequestContextStorage

    /// Makes the context of one request.
    package init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }
}
