import Foundation
import HostModel
import Hummingbird
import LocalAPI
import TodayProtocol

/// Serves Settings, and its forms about the cloud and topics, which need no script.
struct SettingsController: PageController {
    let source: PageSource
    /// Version of Today.
    let version: String
    /// `true` if a device can have passkeys for these pages.
    let offersPasskeys: Bool
    /// `true` if these pages are not encrypted.
    let isUnencrypted: Bool

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("settings") { request, context in try await page(TopicForm(), request, context) }
        // A refused form is answered at this path, which the browser may load again.
        router.get("settings/topics") { _, _ in PageResponse.redirect(to: TopicsSection.path) }
        router.post("settings/cloud/leave") { _, _ in
            try await host.send(UnlinkCloudRequest())
            return PageResponse.redirect(to: CloudSection.path)
        }
        router.post("settings/time-zone") { request, _ in
            _ = try await host.send(SetTimeZoneRequest(request.form()["zone", default: ""]))
            return PageResponse.redirect(to: "/settings")
        }
        router.post("settings/topics", use: subscribe)
        router.post("settings/topics/:topic/leave") { request, context in
            try await change(SetTopicRequest(context.topic(), subscribed: false), request, context)
        }
        router.post("settings/topics/:topic/mute") { request, context in
            try await change(SetTopicMutedRequest(context.topic(), muted: true), request, context)
        }
        router.post("settings/topics/:topic/unmute") { request, context in
            try await change(SetTopicMutedRequest(context.topic(), muted: false), request, context)
        }
    }

    /// Error in a form about topics, with the text to correct.
    private struct TopicForm {
        var problem: LocalizableText?
        var name = ""
    }

    @Sendable @concurrent private func subscribe(_ request: Request, _ context: WebContext) async throws -> Response {
        let name = try await request.form()["topic", default: ""].trimmingCharacters(in: .whitespaces)
        guard TopicParameter.isValid(name) else {
            let shown = String(name.prefix(80))
            return try await page(
                TopicForm(problem: .notATopicName(shown, rule: LocalizableText.whatATopicHas), name: shown),
                request,
                context
            )
        }
        return try await change(SetTopicRequest(name, subscribed: true), name: name, request, context)
    }

    /// Performs a form's request, and shows the topics again, with the error if it failed.
    private func change<Change: HostRequest>(
        _ change: Change,
        name: String = "",
        _ request: Request,
        _ context: WebContext
    ) async throws -> Response where Change.Reply == Void {
        let problem = try await WebForm.refusal([.invalid, .notFound, .cloudUnavailable]) {
            () async throws(HostError) in
            try await host.send(change)
        }
        if let problem { return try await page(TopicForm(problem: problem, name: name), request, context) }
        return PageResponse.redirect(to: TopicsSection.path)
    }

    private func page(_ form: TopicForm, _ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewer(of: request)
        let pageContext = try await pageContext(for: viewer)
        let location = try await host.send(GetLocationRequest(on: try context.surface(of: request)))
        let subscriptions = try await host.send(GetTopicSubscriptionsRequest())
        let settings = SettingsPage(
            apps: try await host.send(ListNotificationSettingsRequest(language: viewer.language)),
            installed: try await host.send(ListAppsRequest(language: viewer.language)),
            cloud: try await host.send(GetCloudStatusRequest()),
            topics: TopicsSection(
                topics: subscriptions.topics,
                hasCloud: subscriptions.hasCloud,
                problem: form.problem,
                refusedName: form.name
            ),
            quietHours: try await host.send(GetQuietHoursRequest()),
            hostZone: try await host.send(GetOtherTimeZoneRequest(for: viewer)),
            location: location,
            locationAge: location.location.map { pageContext.dates.ago($0.date) },
            passcode: try await host.send(GetPasscodeStateRequest(on: try context.surface(of: request))),
            browser: BrowserSettings(
                theme: PageTheme.current,
                language: ViewerReader.chosenLanguage(in: request.headers),
                units: ViewerReader.chosenUnits(in: request.headers),
                clock: ViewerReader.chosenClock(in: request.headers),
                devices: try await host.send(ListDevicesRequest()),
                offersPasskeys: offersPasskeys,
                isUnencrypted: isUnencrypted,
                session: context.session?.hash ?? "",
                rights: context.rights,
                getsPushes: try await host.send(GetBrowserSubscriptionRequest(context.session?.hash ?? "")) != nil,
                version: version,
                bytes: try await host.send(GetStorageUsageRequest())
            ),
            context: pageContext
        )
        return PageResponse.make(settings, problem: form.problem)
    }
}
