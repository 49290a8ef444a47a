extension Error {
    /// The description for a log, without the paths of source files, which would reveal where the program was built.
    package var loggedText: String { "\(self)".replacing(#/ at [^\s:]*:\d+/#, with: "") }
}
