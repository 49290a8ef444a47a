import Glibc

extension SandboxCommand.System {
    /// Looks at this machine: `/bin` and its kin are links into `/usr` on most, folders on some.
    package static func current() -> SandboxCommand.System {
        var system = SandboxCommand.System(links: [:])
        for path in ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"] {
            var information = stat()
            guard lstat(path, &information) == 0 else { continue }
            if information.st_mode & S_IFMT == S_IFDIR {
                system.folders.append(path)
            } else if information.st_mode & S_IFMT == S_IFLNK, let target = BundleFolder.resolved(path),
                target.hasPrefix("/usr/")
            {
                system.links[path] = String(target.dropFirst())
            }
        }
        return system
    }
}
