import Glibc
import HostModel
package import TodayProtocol

/// A program in a bundle, with the data that is needed to launch it.
package struct Program: Hashable, Sendable {
    package var identity: ProcessIdentity
    /// Its name in sentences for people, such as `Weather` or `Weather's widget`.
    package var title: LocalizableText
    /// The absolute path of its own bundle: `Name.app`, or `Name.appex` in it.
    package var bundle: String
    package var executable: String
    /// The name of one of several widgets in the program (`NSExtensionPrincipalClass`), if the bundle gives one.
    package var principalClass: String?
    /// The absolute paths of its groups' folders, the only ones that a process in a sandbox sees.
    package var groups: [GroupID: String]
    /// `true` if it may know the load of the computer.
    package var seesSystemStatus = false
    /// The additional system calls that it may make.
    var grants: Set<SystemCallGrant> {
        Set((groups.isEmpty ? [] : [.fileLocks]) + (seesSystemStatus ? [.systemStatus] : []))
    }
}

extension Program {
    /// Creates the program of an app in the bundle at an absolute path, with those of the permitted groups that it
    /// requests.
    package init(_ app: AppManifest, at path: String, groups: [GroupID: String]) {
        self.init(
            identity: .app(app.id),
            title: .text(app.name.fallback),
            bundle: path,
            executable: app.executable,
            groups: groups.filter { app.entitlements.groups.contains($0.key) },
            seesSystemStatus: app.entitlements.systemStatus
        )
    }

    /// Creates the program of an instance of a widget, which has a process of its own, in the app's bundle at an
    /// absolute path, with those of the permitted groups that it requests.
    package init(
        _ instance: WidgetID,
        of widget: WidgetManifest,
        in app: AppManifest,
        at path: String,
        groups: [GroupID: String]
    ) {
        self.init(
            identity: .widget(instance, of: app.id),
            title: widget.name == app.name
                ? .widgetOfApp(app.name.fallback) : .widgetSubject(widget.name.fallback),
            bundle: "\(path)/\(widget.folder)",
            executable: widget.executable,
            principalClass: widget.principalClass,
            groups: groups.filter { widget.entitlements.groups.contains($0.key) },
            seesSystemStatus: widget.entitlements.systemStatus
        )
    }
}

extension Program {
    enum FirstLineMistake {
        /// It names no interpreter, so that the system does not execute the file.
        case noInterpreter
        /// It names one after a byte-order mark, so that the system does not execute the file either.
        case byteOrderMark
        /// It ends with a carriage return, which the system takes for a part of the interpreter's name.
        case carriageReturn
    }

    /// The mistake in the first line of its file; `nil` if there is none, if it is a binary, or if it cannot be read.
    var firstLineMistake: FirstLineMistake? {
        let file = open("\(bundle)/\(executable)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        // The system reads no more of the line.
        var bytes = [UInt8](repeating: 0, count: 256)
        guard read(file, &bytes, bytes.count) >= 0, !bytes.starts(with: "\u{7F}ELF".utf8) else { return nil }
        guard bytes.starts(with: "#!".utf8) else {
            return bytes.starts(with: "\u{FEFF}#!".utf8) ? .byteOrderMark : .noInterpreter
        }
        return bytes.prefix { $0 != UInt8(ascii: "\n") }.last == UInt8(ascii: "\r") ? .carriageReturn : nil
    }
}

/// The identity of a process; there is at most one of each app and each instance of a widget.
package enum ProcessIdentity: Hashable, Sendable {
    case app(AppID)
    /// The process of an instance of a widget, with the app that contains the widget.
    case widget(WidgetID, of: AppID)
    /// The process of a widget in a bundle that is being installed; it has no rights.
    case candidate(WidgetID, of: AppID)

    package var app: AppID {
        switch self {
        case .app(let app), .widget(_, of: let app), .candidate(_, of: let app): app
        }
    }

    package var widget: WidgetID? {
        switch self {
        case .app: nil
        case .widget(let widget, _), .candidate(let widget, _): widget
        }
    }
}

extension ProcessIdentity: CustomStringConvertible {
    /// The bundle identifier, with the number of a further instance.
    package var description: String {
        switch self {
        case .app(let app): app.rawValue
        case .widget(let widget, _), .candidate(let widget, _): widget.rawValue
        }
    }
}
