/// Today's own version.
package enum TodayVersion {
    /// The version of this build.
    package static let current = "0.1.0"
}
