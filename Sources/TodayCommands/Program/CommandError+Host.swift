package import Host

extension CommandError {
    /// Tells the shell of what the host refused.
    package init(_ error: HostError) {
        let status: ExitStatus =
            switch error.code {
            case .consentNeeded: .consentNeeded
            case .notFound, .invalid, .badBundle, .claimed, .processFailed, .stateUnavailable, .sandboxUnavailable,
                .internal:
                .failure
            }
        self.init(status, error.message, cause: error)
    }
}
