import StoreSupport

extension StoreError {
    /// Describes a row that does not hold what was once written to it.
    static func damaged(_ what: String) -> StoreError {
        StoreError(.unavailable, "The database holds \(what) that cannot be read.")
    }
}
