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
}

extension BundleError: CustomStringConvertible {
    /// The message, followed by one line for each problem.
    package var description: String {
        ([message] + problems.map { "  \($0)" }).joined(separator: "\n")
    }
}
