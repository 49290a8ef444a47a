extension NtfyError {
    static let mailDisabled = NtfyError(
        40_001,
        "e-mail notifications are not enabled",
        link: "config/#e-mail-notifications"
    )
    static let delayNeedsCache = NtfyError(40_002, "cannot disable cache for delayed message")
    static let delayUnreadable = NtfyError(
        40_004,
        "invalid delay parameter: unable to parse delay",
        link: "publish/#scheduled-delivery"
    )
    static let delayTooSmall = NtfyError(
        40_005,
        "invalid delay parameter: too small, please refer to the docs",
        link: "publish/#scheduled-delivery"
    )
    static let delayTooLarge = NtfyError(
        40_006,
        "invalid delay parameter: too large, please refer to the docs",
        link: "publish/#scheduled-delivery"
    )
    static let priority = NtfyError(40_007, "invalid priority parameter", link: "publish/#message-priority")
    static let since = NtfyError(40_008, "invalid since parameter", link: "subscribe/api/#fetch-cached-messages")
    static let topic = NtfyError(40_009, "invalid request: topic invalid")
    static let topicReserved = NtfyError(40_010, "invalid request: topic name is not allowed")
    static let notUTF8 = NtfyError(40_011, "invalid message: message must be UTF-8 encoded")
    static let attachmentURL = NtfyError(
        40_013,
        "invalid request: attachment URL is invalid",
        link: "publish/#attachments"
    )
    static let attachmentsDisabled = NtfyError(
        40_014,
        "invalid request: attachments not allowed",
        link: "config/#attachments"
    )
    static let attachmentEndsBeforeDelivery = NtfyError(
        40_015,
        "invalid request: attachment expiry before delayed delivery date",
        link: "publish/#scheduled-delivery"
    )
    static let noWebSocket = NtfyError(
        40_016,
        "invalid request: client not using the websocket protocol",
        link: "subscribe/api/#websockets"
    )
    static let messageJSON = NtfyError(
        40_017,
        "invalid request: request body must be message JSON",
        link: "publish/#publish-as-json"
    )
    static let actions = NtfyError(40_018, "invalid request: actions invalid", link: "publish/#action-buttons")
    static let iconURL = NtfyError(40_021, "invalid request: icon URL is invalid", link: "publish/#icons")
    static let callsDisabled = NtfyError(40_032, "invalid request: calling is disabled", link: "config/#phone-calls")
    static let sequenceID = NtfyError(
        40_049,
        "invalid request: sequence ID invalid",
        link: "publish/#updating-deleting-notifications"
    )
    static let unauthorized = NtfyError(40_101, "unauthorized", link: "publish/#authentication")
    static let forbidden = NtfyError(40_301, "forbidden", link: "publish/#authentication")
    static let notFound = NtfyError(40_401, "page not found")
    static let attachmentTooLarge = NtfyError(
        41_301,
        "attachment too large, or bandwidth limit reached",
        link: "publish/#limitations"
    )
    static let bodyTooLarge = NtfyError(41_303, "JSON body too large")
    static let tooManyRequests = NtfyError(
        42_901,
        "limit reached: too many requests",
        link: "publish/#limitations"
    )
    static let tooManySubscriptions = NtfyError(
        42_903,
        "limit reached: too many active subscriptions",
        link: "publish/#limitations"
    )
    static let bandwidth = NtfyError(42_905, "limit reached: daily bandwidth reached", link: "publish/#limitations")
    static let tooManyFailures = NtfyError(
        42_909,
        "limit reached: too many auth failures",
        link: "publish/#limitations"
    )

    /// Makes the error for a feature of ntfy that this server does not have.
    static func unsupported(_ what: String) -> NtfyError {
        NtfyError(40_000, "invalid request: \(what) not supported by this server")
    }
}
