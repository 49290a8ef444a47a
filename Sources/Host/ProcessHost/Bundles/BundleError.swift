/// Why a bundle cannot be read or installed.
package struct BundleError: Error, Sendable {
    /// What kind of failure it is.
    package enum Code: Hashable, Sendable {
        /// There is no bundle at that path.
        case notFound
        /// The bundle can be read, and ``BundleError/problems`` lists what is wrong with it.
        case invalid
        /// The bundle is larger, deeper or has more files than ``BundleLimits`` allows.
        case tooLarge
        /// The bundle could not be copied into the state folder.
        case copyFailed
    }

    /// What kind of failure it is.
    package var code: Code
    /// One sentence that names the bundle.
    package var message: String
    /// Every mistake that was found; empty unless ``code`` is ``Code/invalid``.
    package var problems: [BundleProblem]
    /// The error beneath, if there is one.
    package var cause: (any Error)?

    /// Describes a failure.
    package init(code: Code, message: String, problems: [BundleProblem] = [], cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.problems = problems
        self.cause = cause
    }

    /// Describes a bundle with mistakes.
    package init(_ problems: [BundleProblem], in name: String) {
        self.init(code: .invalid, message: Self.sentence(of: problems, in: name), problems: problems)
    }

    private static func sentence(of problems: [BundleProblem], in name: String) -> String {
        guard problems.count != 1 else { return "\(name) has a problem." }
        return "\(name) has \(problems.count) problems."
    }
}

extension BundleError: CustomStringConvertible {
    /// The message, followed by one line for each problem.
    package var description: String {
        ([message] + problems.map { "  \($0)" }).joined(separator: "\n")
    }
}

/// One mistake in a bundle: its place, what is wrong and how to correct it.
package struct BundleProblem: Codable, Hashable, Sendable {
    /// The file, relative to the bundle, such as `PlugIns/Weather.appex/Info.plist`; empty for the bundle itself.
    package var file: String
    /// The key in that file, such as `NSExtension.NSExtensionPointIdentifier`, if the mistake is in one.
    package var key: String?
    /// What is wrong, in one sentence.
    package var message: String
    /// What to do about it, in one sentence.
    package var remedy: String

    /// Describes a mistake.
    package init(file: String, key: String? = nil, message: String, remedy: String) {
        self.file = file
        self.key = key
        self.message = message
        self.remedy = remedy
    }
}

extension BundleProblem: CustomStringConvertible {
    /// The problem on one line: file, key, message and remedy.
    package var description: String {
        let place = [file.isEmpty ? "the bundle" : file, key].compactMap(\.self).joined(separator: ", ")
        return "\(place): \(message) \(remedy)"
    }
}

/// The mistakes, and the keys without effect, found so far while a bundle is read.
struct BundleProblems {
    /// How many are kept; a bundle with more is broken beyond listing.
    static let limit = 100
    /// How many keys without effect are kept.
    static let keysLimit = 500

    /// The mistakes, in the order in which they were found.
    private(set) var all: [BundleProblem] = []
    /// The keys that have no effect, in the order in which they were found; they are no mistakes.
    private(set) var unsupportedKeys: [UnsupportedKey] = []

    /// Adds a mistake, unless the list is full.
    mutating func add(file: String, key: String? = nil, _ message: String, remedy: String) {
        guard all.count < Self.limit else { return }
        all.append(BundleProblem(file: file, key: key, message: message, remedy: remedy))
    }

    /// Notes a key that has no effect, cut to 128 characters of one line.
    mutating func noteUnsupported(file: String, key: String) {
        let shown = String(
            String.UnicodeScalarView(
                key.unicodeScalars.prefix(128).filter {
                    ![.control, .format, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
                }
            )
        )
        let unsupported = UnsupportedKey(file: file, key: shown)
        if !unsupportedKeys.contains(unsupported), unsupportedKeys.count < Self.keysLimit {
            unsupportedKeys.append(unsupported)
        }
    }
}
