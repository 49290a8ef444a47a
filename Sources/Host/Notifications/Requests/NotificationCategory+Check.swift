package import TodayProtocol

extension NotificationCategory {
    /// Validates an app's categories, individually and against one another.
    package static func check(_ categories: [NotificationCategory]) throws(NotificationError) {
        guard categories.count <= NotificationLimits.categories else {
            throw NotificationError(
                .limitExceeded,
                "There are \(categories.count) categories; an app has at most \(NotificationLimits.categories)."
            )
        }
        var names: Set<String> = []
        var definitions: [String: (action: NotificationAction, category: String)] = [:]
        for category in categories {
            try category.check()
            guard names.insert(category.identifier).inserted else {
                throw NotificationError(.invalid, "Two categories are called \"\(category.identifier)\"; rename one.")
            }
            for action in category.actions + (category.minimalActions ?? []) {
                let known = definitions[action.identifier] ?? (action, category.identifier)
                guard known.action == action else {
                    let places =
                        known.category == category.identifier
                        ? "in the category \"\(category.identifier)\""
                        : "in the categories \"\(known.category)\" and \"\(category.identifier)\""
                    throw NotificationError(
                        .invalid,
                        """
                        The action "\(action.identifier)" has two different definitions \(places); give both the same, \
                        or another identifier to one.
                        """
                    )
                }
                definitions[action.identifier] = known
            }
        }
        try NotificationLimits.checkSize(categories, "The categories", bytes: NotificationLimits.categoriesBytes)
    }

    package var shownMinimalActions: [NotificationAction] {
        minimalActions ?? Array(actions.prefix(Self.minimalContextLimit))
    }

    package var offeredActions: [NotificationAction] {
        actions + shownMinimalActions.filter { minimal in !actions.contains { $0.identifier == minimal.identifier } }
    }

    private func check() throws(NotificationError) {
        try NotificationLimits.checkName(identifier, "A category's identifier", bytes: NotificationLimits.nameBytes)
        try NotificationAction.check(actions, of: "The category \"\(identifier)\"", "default", Self.defaultContextLimit)
        try NotificationAction.check(
            minimalActions ?? [],
            of: "The category \"\(identifier)\"",
            "minimal",
            Self.minimalContextLimit
        )
    }
}

extension NotificationAction {
    /// Validates the own actions of a notification.
    package static func check(own actions: [NotificationAction]) throws(NotificationError) {
        try check(actions, of: "The notification", "default", NotificationCategory.defaultContextLimit)
    }

    static func check(
        _ actions: [NotificationAction],
        of owner: String,
        _ context: String,
        _ limit: Int
    ) throws(NotificationError) {
        guard actions.count <= limit else {
            let surplus = actions.dropFirst(limit).map { "\"\($0.identifier.prefix(64))\"" }.joined(separator: ", ")
            throw NotificationError(
                .limitExceeded,
                """
                \(owner) names \(actions.count) actions for the \(context) context, where at most \(limit) show; leave \
                out \(surplus).
                """
            )
        }
        var names: Set<String> = []
        for action in actions {
            try action.check()
            guard names.insert(action.identifier).inserted else {
                throw NotificationError(
                    .invalid,
                    "\(owner) names the action \"\(action.identifier)\" twice for the \(context) context; once is enough."
                )
            }
        }
    }

    private func check() throws(NotificationError) {
        try NotificationLimits.checkName(identifier, "An action's identifier", bytes: NotificationLimits.nameBytes)
        guard !identifier.hasPrefix("today.") else {
            throw NotificationError(
                .invalid,
                "The action \"\(identifier)\": names that begin with \"today.\" are Today's own; use another."
            )
        }
        guard !title.isEmpty else {
            throw NotificationError(.invalid, "The action \"\(identifier)\" has no title; give it a text or a key.")
        }
        if let textInput, textInput.buttonTitle.isEmpty {
            throw NotificationError(
                .invalid,
                "The action \"\(identifier)\" takes text, and its button has no title; give it a text or a key."
            )
        }
    }
}
