import HostModel
import JSON
import ProcessHost
import TodayProtocol

extension AppService {
    func begin(
        _ tap: HostModel.Tap,
        _ content: SharedContent,
        _ manifest: ExtensionManifest,
        of app: HostedApp,
        viewer: Viewer
    ) async -> TapOutcome? {
        let use: OpenUse
        do throws(ProcessFailure) { use = try await uses.begin(tap.id, manifest, of: app) } catch {
            return error.kind == .stopping ? nil : await performer.fail(tap.id, error.text)
        }
        let step = await performer.perform(tap.id, in: use) { transaction, context in
            AppShareRequest(tap, content, transaction, context(viewer.language).at(viewer))
        } outcome: { reply, effects in
            reply.page == true
                ? .done(open: use.url) : Self.outcome(of: use.result(reply), effects, in: use)
        }
        // The use goes on only if the answer asks for a page.
        if step.reply?.page != true { uses.end(use.url, step.reply.map(use.result)) }
        return step.outcome
    }

    func perform(_ tap: HostModel.Tap, on url: String, data: JSONValue, viewer: Viewer) async -> TapOutcome? {
        guard case .open(let use)? = uses.standing(of: url) else {
            return await performer.fail(tap.id, .extensionUseEnded)
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

    private static func outcome(
        of result: AppShareRequest.Reply,
        _ effects: HostTransaction,
        in use: OpenUse
    ) -> TapOutcome {
        if let text = result.text, text.utf8.count > SharedContent.textBytes {
            return .failed(reason: .returnedTooMuchText(use.program.title, limit: SharedContent.textBytes / 1024))
        }
        return .done(open: effects.open, message: result.message, text: result.text, opening: effects.opening)
    }
}

extension OpenUse {
    /// Returns the result in an answer: a Share extension returns no text, and a long message is truncated.
    fileprivate func result(_ reply: AppShareRequest.Reply) -> AppShareRequest.Reply {
        AppShareRequest.Reply(
            message: reply.shownMessage,
            text: manifest.point == .action ? reply.text : nil
        )
    }
}

extension HostModel.Tap.Target {
    /// The extension point of a share; `nil` for a tap.
    var point: ShareExtensionPoint? {
        switch self {
        case .share: .share
        case .action: .action
        case .widget, .scene: nil
        }
    }
}
