package import FoundationEssentials
package import TodayProtocol

extension NotificationRequest {
    /// Validates the request.
    ///
    /// - Throws: ``NotificationError`` with a sentence that names the request.
    package func check() throws(NotificationError) {
        try NotificationLimits.checkName(
            identifier,
            "A notification's identifier",
            bytes: NotificationLimits.identifierBytes
        )
        do throws(NotificationError) {
            try content.check()
            try trigger.check()
        } catch {
            throw NotificationError(error.code, "The notification \"\(identifier)\": \(error.message)")
        }
    }

    /// Computes the first due time of the request, which is added now, in the person's time zone.
    ///
    /// - Throws: ``NotificationError`` if the request never falls due.
    package func firstDue(now: Date, zone: TimeZone) throws(NotificationError) -> Date {
        guard let due = trigger.firstDue(now: now, zone: zone) else {
            throw NotificationError(
                .invalid,
                """
                The notification "\(identifier)": the time of its trigger never comes again; give it a date that is to \
                come.
                """
            )
        }
        return due
    }
}

extension NotificationContent {
    /// `true` if it has a badge and no text, so that it changes the badge and shows nothing.
    package var isBadgeOnly: Bool {
        badge != nil && [title, subtitle, body].allSatisfy { $0?.isEmpty ?? true }
    }

    /// Validates the content.
    ///
    /// - Throws: ``NotificationError``.
    package func check() throws(NotificationError) {
        guard !title.isEmpty || isBadgeOnly else {
            throw NotificationError(.invalid, "Its title is empty; give it a text or a key, or only a badge.")
        }
        if let badge { try Self.check(badge: badge) }
        let names = [
            (sound?.rawValue, "A sound's name", NotificationLimits.soundBytes),
            (threadIdentifier, "A thread's identifier", NotificationLimits.threadBytes),
            (categoryIdentifier, "A category's identifier", NotificationLimits.nameBytes),
            (deepLink, "A deep link", NotificationLimits.addressBytes),
        ]
        for case (let name?, let what, let bytes) in names {
            try NotificationLimits.checkName(name, what, bytes: bytes)
        }
        if let userInfo {
            try NotificationLimits.checkSize(userInfo, "Its user info", bytes: NotificationLimits.userInfoBytes)
        }
        try NotificationLimits.checkSize(self, "Its content", bytes: NotificationLimits.contentBytes)
    }

    /// Validates the range of a badge.
    ///
    /// - Throws: ``NotificationError``.
    package static func check(badge: Int) throws(NotificationError) {
        guard (0...NotificationLimits.badge).contains(badge) else {
            throw NotificationError(.invalid, "A badge is 0 to \(NotificationLimits.badge), not \(badge); 0 clears it.")
        }
    }
}
