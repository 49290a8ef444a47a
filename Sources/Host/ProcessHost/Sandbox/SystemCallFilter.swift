import CLinux
import CSeccomp
import Glibc

/// The filter that bubblewrap installs in every sandbox: an allow-list of system calls (seccomp(2)).
///
/// A call that ``SystemCalls`` refuses fails with `EPERM`. A call that it does not name, such as one of a newer kernel,
/// fails with `ENOSYS`, so that runtimes fall back to an older call. A call of another architecture ends the process.
enum SystemCallFilter {
    /// The paths of the filters, which are compiled once into immutable files in the memory of this process, by their
    /// grants; one that cannot be compiled is missing.
    static let paths: [Set<SystemCallGrant>: String] = {
        let all: [Set<SystemCallGrant>] = [[], [.fileLocks], [.systemStatus], [.fileLocks, .systemStatus]]
        let compiled = all.compactMap { grants in compile(grants).map { (grants, "/proc/\(getpid())/fd/\($0)") } }
        return Dictionary(uniqueKeysWithValues: compiled)
    }()

    /// Returns the descriptor of a compiled filter; `nil` if it cannot be compiled.
    private static func compile(_ grants: Set<SystemCallGrant>) -> Int32? {
        guard let filter = seccomp_init(errno(ENOSYS)) else { return nil }
        defer { seccomp_release(filter) }
        // A binary search tree instead of a list of all calls.
        guard seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2) == 0, addRules(to: filter, grants) else {
            return nil
        }
        let descriptor = clinux_memory_file("today-filter")
        guard descriptor >= 0 else { return nil }
        guard seccomp_export_bpf(filter, descriptor) == 0, clinux_seal(descriptor) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func addRules(to filter: scmp_filter_ctx, _ grants: Set<SystemCallGrant>) -> Bool {
        for name in SystemCalls.allowed where !add(SCMP_ACT_ALLOW, name, to: filter) { return false }
        for name in SystemCalls.refused where !add(errno(EPERM), name, to: filter) { return false }
        for rule in SystemCalls.conditions(granting: grants) {
            let action = rule.error.map(errno) ?? SCMP_ACT_ALLOW
            guard add(action, rule.name, rule.comparison.map { [$0] } ?? [], to: filter) else { return false }
        }
        return true
    }

    /// Adds a rule; a call that this architecture or this version of libseccomp does not have is left out.
    private static func add(
        _ action: UInt32,
        _ name: String,
        _ comparisons: [scmp_arg_cmp] = [],
        to filter: scmp_filter_ctx
    ) -> Bool {
        let number = seccomp_syscall_resolve_name(name)
        guard number >= 0 else { return true }
        return seccomp_rule_add_array(filter, action, number, UInt32(comparisons.count), comparisons) == 0
    }

    /// The action that makes a call fail (`SCMP_ACT_ERRNO`).
    private static func errno(_ code: Int32) -> UInt32 { 0x0005_0000 | UInt32(code) }
}
