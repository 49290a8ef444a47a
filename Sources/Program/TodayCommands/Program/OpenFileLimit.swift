import Glibc

/// The number of files that this process may open.
///
/// Many systems limit it to 1024 unless a process asks for more, for compatibility with old programs; every connection
/// is a file.
enum OpenFileLimit {
    /// The smallest usable limit; with less, the sandbox cannot give apps their own limit.
    private static let least = 256
    /// The limit for the host and commands, if the system allows it.
    private static let usual = 1024

    /// Raises the limit as far as the system permits; never lowers it.
    @discardableResult static func raise(to wanted: Int) -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return .max }
        let current = limit.rlim_cur
        if current < rlim_t(wanted) {
            limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
            // If the limit cannot be raised, fewer connections are open at a time and others wait.
            if setrlimit(resource, &limit) != 0 { limit.rlim_cur = current }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// Raises the limit to the usual one; throws an error that names the limit if it stays too low.
    static func prepare() throws(CommandError) {
        let limit = raise(to: usual)
        guard limit < least else { return }
        throw CommandError(
            "Today may open only \(limit) files at a time here (ulimit -n), and needs \(least). Raise this limit and start "
                + "Today again."
        )
    }
}
