/// A reader of the product that is given hostile input, by `script/fuzz` and by the tests.
///
/// The readers themselves are internal to their modules, and are only visible in builds without optimization of the
/// package; in others there are no targets.
public struct FuzzTarget: Sendable {
    /// The name, which is also that of the folders with its seeds and its findings.
    public let name: String
    /// Gives the reader an input, and says what is wrong with what it made of it; `nil` if nothing is.
    ///
    /// An input may have any bytes. A reader that traps, hangs or takes memory without limit is found by who calls.
    public let problem: @Sendable (_ input: [UInt8]) -> String?

    /// Makes a target.
    public init(_ name: String, problem: @escaping @Sendable (_ input: [UInt8]) -> String?) {
        self.name = name
        self.problem = problem
    }
}

#if DEBUG
    extension FuzzTarget {
        /// The readers of the host, the cloud and the surfaces.
        public static let all: [FuzzTarget] = [
            .framing, .messages, .json, .eventStreams, .cards, .markdown, .propertyLists, .strings, .signatures,
            .pictures, .messageHTML, .cloudEvents, .ntfy, .airship, .cloudKit, .forms,
            .passkeys,
        ]
    }
#else
    extension FuzzTarget {
        /// The readers of the host, the cloud and the surfaces.
        public static let all: [FuzzTarget] = []
    }
#endif
