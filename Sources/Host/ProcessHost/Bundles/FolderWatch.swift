import CLinux
import Dispatch
import Glibc

/// Calls a function after something in one of some folders has changed, for as long as it exists.
package final class FolderWatch {
    private static let changes = UInt32(IN_CREATE | IN_CLOSE_WRITE | IN_DELETE | IN_ATTRIB | IN_MOVE)

    private let source: any DispatchSourceRead

    /// Watches folders, and not what is in the folders in them; one that does not exist is left out.
    ///
    /// - Throws: ``BundleError`` with the kernel's reason, such as that the person has too many watches.
    package init(_ folders: [String], onChange: @escaping @Sendable () -> Void) throws(BundleError) {
        let descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
        guard descriptor >= 0 else { throw FileTree.failure("watch \(folders.joined(separator: ", "))") }
        for folder in folders { inotify_add_watch(descriptor, folder, Self.changes) }
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
        source.setEventHandler {
            var events = [UInt8](repeating: 0, count: 4096)
            while read(descriptor, &events, events.count) > 0 {}
            onChange()
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    deinit { source.cancel() }
}
