package import TodayProtocol

extension TraceEvent {
    /// A short description of the hop, without its device, its push service and the chosen action.
    package var text: LocalizableText {
        switch kind {
        case .accepted: .traceAccepted
        case .taken: .traceTaken
        case .bodyFetched: .traceBodyFetched
        case .stored:
            switch detail {
            case "list": .traceStoredInList
            case "alert": .traceStoredAsAlert
            default: .traceStoredAsBanner
            }
        case .shown where detail == TraceEvent.pushDetail: .shownBySystem
        case .shown: surface == .desktop ? .shownOnDesktop : .shownOnPage
        case .sent: text(of: detail.flatMap { Answer(rawValue: $0) } ?? .accepted)
        case .actedOn: .traceActedOn
        case .dismissed: .traceDismissed
        case .withdrawn: Self.text(of: detail.flatMap { Withdrawal(rawValue: $0) } ?? .host)
        case .replaced: .traceReplaced
        case .expired: .traceExpired
        case .withheld: Self.text(of: detail.flatMap { Reason(rawValue: $0) } ?? .notAllowed)
        }
    }

    private func text(of answer: Answer) -> LocalizableText {
        switch answer {
        case .accepted: .traceSent
        case .retry: .traceSentAgain
        case .refused: status.map { .traceRefusedWith($0) } ?? .traceRefused
        case .gone: .traceGone
        case .tooLarge: .traceTooLarge
        }
    }

    private static func text(of withdrawal: Withdrawal) -> LocalizableText {
        switch withdrawal {
        case .app: .traceWithdrawnByApp
        case .person: .traceWithdrawnByPerson
        case .sender: .traceWithdrawnBySender
        case .elsewhere: .traceAnsweredElsewhere
        case .limit: .traceRemovedByLimit
        case .host: .traceWithdrawn
        }
    }

    private static func text(of reason: Reason) -> LocalizableText {
        switch reason {
        case .notAllowed: .withheldNotAllowed
        case .undecided: .withheldUndecided
        case .quiet: .withheldQuiet
        case .noBanners: .withheldNoBanners
        case .quietHours: .withheldQuietHours
        case .passive: .withheldPassive
        case .badgeOnly: .withheldBadgeOnly
        case .appInFront: .withheldAppInFront
        case .pageOpen: .withheldPageOpen
        case .answered: .withheldAnswered
        case .read: .withheldRead
        case .muted: .withheldMuted
        case .limit: .withheldLimit
        }
    }
}
