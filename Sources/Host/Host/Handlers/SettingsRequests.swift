import FoundationEssentials
import HostClock
import HostModel
import HostStorage
import JSON
import Notifications
import TodayProtocol
import TodayScreen

extension ListNotificationSettingsRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> [AppNotificationDescription] {
        try await host.notifications.reader.settings(in: language)
    }
}

extension SetNotificationSettingsRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        if BuiltInApp.title(of: app) == nil { _ = try host.registry.requireApp(app) }
        guard authorization != .notDetermined else {
            throw HostError(.invalid, "An app's notifications are allowed or denied; nothing else can be decided.")
        }
        var operations: [StoreOperation] = [.authorization(.decide(app, authorization, allowed: allowed))]
        if alertStyle != nil || isQuiet != nil {
            operations.append(.authorization(.present(app, alertStyle, isQuiet: isQuiet)))
        }
        if authorization == .denied || !allowed.contains(.alert) {
            operations.append(.notification(.removeDelivered(app, identifiers: nil)))
        }
        try await host.store.commit(StoreTransaction(operations, origin: .person))
    }
}

extension AnswerAuthorizationRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        _ = try host.registry.requireApp(app)
        guard !options.isEmpty else { throw HostError(.invalid, "An answer names the options that it is about.") }
        try await host.store.commit(.authorization(.answer(app, isAllowed: isAllowed, options)), origin: .person)
    }
}

// MARK: - The time zone, and quiet hours

extension SetTimeZoneRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> String {
        let chosen = zone.flatMap { TimeZone(identifier: $0) }
        if let zone, chosen == nil || zone.utf8.count > 64 {
            throw HostError(.invalid, .noSuchTimeZone(String(zone.prefix(64))))
        }
        try await host.store.commit(.setting(.set(key: Self.key, value: zone ?? "")), origin: .person)
        host.clock.use(chosen)
        host.screen.redraw()
        return host.clock.zone.identifier
    }
}

extension GetOtherTimeZoneRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> String? {
        let clock = host.clock
        let zone = TimeZone(identifier: viewer.zone) ?? clock.zone
        return clock.zone.agrees(with: zone, from: clock.now) ? nil : clock.zone.identifier
    }
}

extension GetQuietHoursRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> QuietHours { try await host.store.read { try $0.quietHours() } }
}

extension SetQuietHoursRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        // Encoding writes what decoding accepts only if the times are valid.
        guard let hours = QuietHours(quietHours.text) else {
            throw HostError(.invalid, .quietHoursNeedDifferentTimes)
        }
        let value = try JSONValue(encoding: QuietHours(isOn: quietHours.isOn, from: hours.from, to: hours.to)).jsonText
        try await host.store.commit(.setting(.set(key: QuietHours.key, value: value)), origin: .person)
    }
}

// MARK: - The appearance

extension GetAppearanceRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> Appearance {
        // A host of a later version may have stored a color that this one does not know.
        try await host.store.read { try $0.setting(Appearance.key) }
            .flatMap { try? JSONValue(parsing: $0).decode(Appearance.self) } ?? .initial
    }
}

extension SetAppearanceRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        let value = try JSONValue(encoding: appearance).jsonText
        try await host.store.commit(.setting(.set(key: Appearance.key, value: value)), origin: .person)
        host.screen.redraw()
    }
}

// MARK: - The passcode

extension RequireUnlockedRequest: HandledRequest {
    func reply(from host: TodayHost) async throws { try await host.notifications.lock.requireIfSet(on: surface) }
}

extension GetPasscodeStateRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> PasscodeState {
        try await host.notifications.lock.state(on: surface)
    }
}

extension UnlockRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        try await host.notifications.lock.unlock(with: passcode, on: surface)
    }
}

extension SetPasscodeRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        try await host.notifications.lock.set(passcode, current: current, on: surface)
    }
}
