package import TodayProtocol

/// The way in which the limits of apps and widgets are enforced.
package struct LimitEnforcement: Codable, Hashable, Sendable {
    package enum Controller: String, Codable, CaseIterable, Sendable {
        case memory, pids, cpu
    }

    /// The resources that control groups limit; empty without control groups.
    package var controllers: [Controller]
    /// The reason for which there are no control groups, as a phrase.
    package var reason: LocalizableText?

    package init(controllers: [Controller] = [], reason: LocalizableText? = nil) {
        self.controllers = controllers
        self.reason = reason
    }

    /// One sentence for people about the enforcement.
    package var enforcementSentence: LocalizableText {
        let names = controllers.map(\.rawValue).joined(separator: ", ")
        if !names.isEmpty { return .controlGroupsLimitApps(names) }
        return .todayMeasuresApps(reason ?? .noSandboxPhrase)
    }
}
