public import TodayProtocol

extension AppNotifications where Scope == AppContext {
    /// Asks the person to allow the app's notifications.
    ///
    /// It returns at once, with what is in force now; what the person says arrives as ``AppEvent/settingsChanged(_:)``.
    /// The person is asked once: asking again for the same changes nothing, and asking for more asks for that alone. So
    /// ask where the person just did something that needs it. What is added before the answer shows as soon as it is yes.
    ///
    /// - Parameter options: What the app would like.
    /// - Returns: What is in force.
    /// - Throws: ``RequestError`` if the host cannot be asked.
    @discardableResult
    public func requestAuthorization(
        options: Set<NotificationAuthorizationOption>
    ) async throws -> NotificationSettings {
        try await scope.process.session.ask(NotificationsAuthorizeRequest(options: options))
    }

    /// Reads what the person allows the app now.
    ///
    /// - Throws: ``RequestError`` if the host cannot be asked.
    public func settings() async throws -> NotificationSettings {
        try await scope.process.session.ask(NotificationsSettingsRequest())
    }

    /// Sets all of the app's categories; earlier ones that are not among them are gone.
    ///
    /// The host keeps them, so once is enough; setting the same ones again changes nothing.
    ///
    /// - Throws: ``RequestError``, and nothing is changed, if a category names too many actions for a context, if an
    ///   action has two different definitions, or if two categories have one identifier.
    public func setCategories(_ categories: [NotificationCategory]) async throws {
        try await scope.process.ask { NotificationsCategoriesRequest(categories: categories, transaction: $0) }
    }
}
