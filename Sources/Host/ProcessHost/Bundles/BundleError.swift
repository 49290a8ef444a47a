import HostModel
package import TodayProtocol

/// A failure to read or install a bundle.
package struct BundleError: Error, Sendable {
    package enum Code: Hashable, Sendable {
        /// There is no bundle at that path.
        case notFound
        /// The bundle or its archive is invalid; ``BundleError/problems`` lists the mistakes in a bundle.
        case invalid
        /// The bundle is larger, deeper or has more files than ``BundleLimits`` allows.
        case tooLarge
        /// A file operation failed, such as copying the bundle into the state folder.
        case copyFailed
    }

    package var code: Code
    /// One sentence that names the bundle.
    package var text: LocalizableText
    /// Every mistake that was found; empty unless ``code`` is ``Code/invalid``.
    package var problems: [BundleProblem]
    package var cause: (any Error)?

    package init(_ code: Code, _ text: LocalizableText, problems: [BundleProblem] = [], cause: (any Error)? = nil) {
        self.code = code
        self.text = text
        self.problems = problems
        self.cause = cause
    }

    package init(_ problems: [BundleProblem], in name: String) {
        let sentence: LocalizableText =
            problems.count == 1 ? .bundleHasProblem(name) : .bundleHasProblems(name, count: problems.count)
        self.init(.invalid, sentence, problems: problems)
    }

    /// The sentence in English, for logs and commands.
    package var message: String { text.english }

    /// Throws with code `tooLarge` if a size is above its limit.
    static func check(
        _ size: Int,
        atMost limit: Int,
        _ text: @autoclosure () -> LocalizableText
    ) throws(BundleError) {
        if size > limit { throw BundleError(.tooLarge, text()) }
    }

    /// The sentence, followed by one line in English for each problem.
    package var fullText: LocalizableText {
        if problems.isEmpty { return text }
        return .bundleMistakes(text, mistakes: problems.map { "  \($0)" }.joined(separator: "\n"))
    }
}

extension BundleError: CustomStringConvertible {
    package var description: String { fullText.english }
}

/// One mistake in a bundle, with its place and remedy.
package struct BundleProblem: Codable, Hashable, Sendable {
    /// The file, relative to the bundle, such as `PlugIns/Weather.appex/Info.plist`; empty for the bundle itself.
    package var file: String
    /// The key in that file, such as `NSExtension.NSExtensionPointIdentifier`, if the mistake is in a key.
    package var key: String?
    package var message: String
    /// The remedy, in one sentence.
    package var remedy: String

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

/// A mistake in a file of a bundle and its remedy, in one sentence each.
struct BundleMistake: Error, Hashable {
    var message: String
    var remedy: String
}

/// Collects the mistakes and the unsupported keys that are found while a bundle is read.
final class BundleProblems {
    /// Maximum number of mistakes that are kept.
    static let limit = 100
    /// Maximum number of unsupported keys that are kept.
    static let keysLimit = 500

    private(set) var all: [BundleProblem] = []
    /// The unsupported keys, which are not mistakes, in the order in which they were found.
    private(set) var unsupportedKeys: [UnsupportedKey] = []

    func add(file: String, key: String? = nil, _ message: String, remedy: String) {
        guard all.count < Self.limit else { return }
        all.append(BundleProblem(file: file, key: key, message: message, remedy: remedy))
    }

    /// Records a key without effect, truncated to one line of 128 characters, and the one that was probably meant.
    func noteUnsupported(file: String, key: String, meant: String? = nil) {
        let unsupported = UnsupportedKey(file: file, key: BundleNames.shown(key), meant: meant)
        if !unsupportedKeys.contains(unsupported), unsupportedKeys.count < Self.keysLimit {
            unsupportedKeys.append(unsupported)
        }
    }
}
