/// Why a process did not do what the host asked.
struct ProcessFailure: Error, Sendable {
    /// What is to be made of it.
    enum Kind: Hashable, Sendable {
        /// The process answered that it cannot; to ask again is no use.
        case refused
        /// The process is gone, or did not answer in time; a new one may.
        case lost
        /// The process stopped because the host told it that the answer is no longer wanted.
        case recalled
        /// The host is stopping.
        case stopping
    }

    /// What is to be made of it.
    var kind: Kind
    /// A sentence for the person.
    var sentence: String
}
