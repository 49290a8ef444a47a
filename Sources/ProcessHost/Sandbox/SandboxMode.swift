/// Whether processes run in a sandbox: the setting `sandbox`.
package enum SandboxMode: String, Codable, Hashable, Sendable, CaseIterable {
    /// In one where it can be had; elsewhere only apps that the person trusts by name are started.
    case auto
    /// In one, or not at all.
    case required
    /// In none: the person has decided so.
    case off
}
