import HostStorage
import JSON
import ProcessHost
import TodayProtocol
import TodayScreen

/// The uses of Share and Action extensions: how they begin, and what is tapped on their pages.
extension AppService {
    /// Begins a use: starts its process, and gives it what is shared.
    func begin(
        _ tap: TodayScreen.Tap,
        _ content: SharedContent,
        _ manifest: ExtensionManifest,
        of app: HostedApp,
        viewer: Viewer
    ) async -> TapOutcome? {
        let use: OpenUse
        do throws(ProcessFailure) { use = try await uses.begin(tap.id, manifest, of: app) } catch {
            return error.kind == .stopping ? nil : await performer.fail(tap.id, error.sentence)
        }
        let step = await performer.perform(tap.id, in: use) { transaction, context in
            AppShareRequest(tap, content, transaction, context(viewer.language).at(viewer))
        } outcome: { reply, effects in
            reply.page == true
                ? .done(open: use.url) : Self.outcome(of: use.result(reply), effects, in: use)
        }
        // Only an answer that asks for a page leaves something to be done.
        if step.reply?.page != true { uses.end(use.url, step.reply.map(use.result)) }
        return step.outcome
    }

    /// Performs a tap on the page of a use.
    func perform(
        _ tap: TodayScreen.Tap,
        on url: String,
        data: JSONValue,
        viewer: Viewer
    ) async -> TapOutcome? {
        guard case .open(let use)? = uses.standing(of: url) else {
            return await performer.fail(tap.id, ExtensionUses.ended)
        }
        let step = await performer.perform(tap.id, in: use) { transaction, context in
            AppPerformRequest(tap, on: url, data, transaction, context(viewer.language).at(viewer))
        } outcome: { reply, effects in
            if let errors = reply.inputErrors, !errors.isEmpty { return .invalidInputs(errors: errors) }
            guard let finished = reply.finished else { return .done(open: effects.open, opening: effects.opening) }
            return Self.outcome(of: use.result(finished), effects, in: use)
        }
        if step.isLost || step.reply?.finished != nil { uses.end(url, step.reply?.finished.map(use.result)) }
        performer.committer.screen.reloadScenes(of: ExtensionUses.owner(of: use.manifest), url: url)
        return step.outcome
    }

    /// What a surface is told of the end of a use.
    private static func outcome(
        of result: AppShareRequest.Reply,
        _ effects: HostTransaction,
        in use: OpenUse
    ) -> TapOutcome {
        if let text = result.text, text.utf8.count > SharedContent.textBytes {
            return .failed(
                reason: "\(use.program.title) returned more than \(SharedContent.textBytes / 1024) KiB of text."
            )
        }
        return .done(open: effects.open, message: result.message, text: result.text, opening: effects.opening)
    }
}

extension OpenUse {
    /// The result of an answer: a Share extension returns no text, and a message is cut.
    fileprivate func result(_ reply: AppShareRequest.Reply) -> AppShareRequest.Reply {
        AppShareRequest.Reply(
            message: reply.shownMessage,
            text: manifest.point == .action ? reply.text : nil
        )
    }
}

extension TodayScreen.Tap.Target {
    /// The extension point of something that is shared; `nil` for a tap.
    var point: ShareExtensionPoint? {
        switch self {
        case .share: .share
        case .action: .action
        case .widget, .scene: nil
        }
    }
}
