/// A parameter that a request gives in a header or in its query.
enum Field: Hashable, Sendable {
    case message, title, priority, tags, delay, actions, click, attach, filename, icon, markdown, mail, call
    case cache, sequenceID, template, unifiedPush, pollID
    case poll, since, scheduled, identifier

    /// The names, of which the first that is given counts: headers in any case, query parameters in lower case.
    var names: [String] {
        switch self {
        case .message: ["x-message", "message", "m"]
        case .title: ["x-title", "title", "t"]
        case .priority: ["x-priority", "priority", "prio", "p"]
        case .tags: ["x-tags", "tags", "tag", "ta"]
        case .delay: ["x-delay", "delay", "x-at", "at", "x-in", "in"]
        case .actions: ["x-actions", "actions", "action"]
        case .click: ["x-click", "click"]
        case .attach: ["x-attach", "attach", "a"]
        case .filename: ["x-filename", "filename", "file", "f"]
        case .icon: ["x-icon", "icon"]
        case .markdown: ["x-markdown", "markdown", "md"]
        case .mail: ["x-email", "x-e-mail", "email", "e-mail", "mail", "e"]
        case .call: ["x-call", "call"]
        case .cache: ["x-cache", "cache"]
        case .sequenceID: ["x-sequence-id", "sequence-id", "sequence_id", "sid"]
        case .template: ["x-template", "template", "tpl"]
        case .unifiedPush: ["x-unifiedpush", "unifiedpush", "up"]
        case .pollID: ["x-poll-id", "poll-id"]
        case .poll: ["x-poll", "poll", "po"]
        case .since: ["x-since", "since", "si"]
        case .scheduled: ["x-scheduled", "scheduled", "sched"]
        case .identifier: ["x-id", "id"]
        }
    }
}
