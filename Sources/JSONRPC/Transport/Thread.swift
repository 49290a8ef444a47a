import Glibc

/// Carries a closure into a thread's C entry point.
private final class ThreadBody {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Starts a detached thread with a small stack.
///
/// - Parameter body: What the thread runs; the thread ends with it.
/// - Returns: Whether the system gave a thread.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 512 << 10)
    var thread = pthread_t()
    let box = Unmanaged.passRetained(ThreadBody(body))
    let code = pthread_create(
        &thread,
        &attributes,
        { argument in
            guard let argument else { return nil }
            Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
            return nil
        },
        box.toOpaque()
    )
    guard code == 0 else {
        box.release()
        return false
    }
    return true
}
