/// Why a program did not become a process.
struct LaunchFailure: Error {
    /// The reason, `launchFailed` or `notAllowed`.
    var reason: EndReason
}
