extension Error {
    /// What went wrong, for a log: without the source files of libraries, whose paths say where the program was built.
    package var loggedText: String { "\(self)".replacing(#/ at [^\s:]*:\d+/#, with: "") }
}
