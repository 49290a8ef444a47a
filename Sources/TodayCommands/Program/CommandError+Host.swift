package import Host

extension CommandError {
    /// Tells the shell of what the host refused.
    ///
    /// - Parameters:
    ///   - error: The host's error.
    ///   - unavailable: The status of `stateUnavailable`.
    package init(_ error: HostError, unavailable: ExitStatus = .failure) {
        let status: ExitStatus =
            switch error.code {
            case .consentNeeded, .passcodeRequired: .consentNeeded
            case .stateUnavailable: unavailable
            case .notFound, .invalid, .badBundle, .claimed, .processFailed, .sandboxUnavailable, .internal,
                .passcodeWrong, .passcodeNotSet, .cloudUnavailable:
                .failure
            }
        self.init(error.message, status: status, cause: error)
    }
}
