import Glibc

/// How many files this process may have open.
///
/// Many systems say 1024 unless a process asks for more, for the sake of old programs; every connection is a file.
enum OpenFileLimit {
    /// Raises the limit as far as the system lets it; it is never lowered.
    static func raise(to wanted: Int) {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(wanted) else { return }
        limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
        // Without it there are fewer connections at a time, which wait for one another.
        _ = setrlimit(resource, &limit)
    }
}
