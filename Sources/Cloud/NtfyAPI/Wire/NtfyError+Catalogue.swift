extension NtfyError {
    static let mailDisabled = NtfyError(
        40_001,
        "e-mail notifications are not enabled",
        link: "config/#e-mail-notifications"
    )
    static let delayNeedsCache = NtfyError(40_002, "cannot disable cache for delayed message")
    static let delayUnreadable = delay(40_004, "unable to parse delay")
    static let delayTooSmall = delay(40_005, "too small, please refer to the docs")
    static let delayTooLarge = delay(40_006, "too large, please refer to the docs")
    static let priority = NtfyError(40_007, "invalid priority parameter", link: "publish/#message-priority")
    static let since = NtfyError(40_008, "invalid since parameter", link: "subscribe/api/#fetch-cached-messages")
    static let topic = request(40_009, "topic invalid")
    static let topicReserved = request(40_010, "topic name is not allowed")
    static let notUTF8 = NtfyError(40_011, "invalid message: message must be UTF-8 encoded")
    static let attachmentURL = request(40_013, "attachment URL is invalid", link: "publish/#attachments")
    static let attachmentsDisabled = request(40_014, "attachments not allowed", link: "config/#attachments")
    static let attachmentEndsBeforeDelivery = request(
        40_015,
        "attachment expiry before delayed delivery date",
        link: "publish/#scheduled-delivery"
    )
    static let noWebSocket = request(
        40_016,
        "client not using the websocket protocol",
        link: "subscribe/api/#websockets"
    )
    static let messageJSON = request(40_017, "request body must be message JSON", link: "publish/#publish-as-json")
    static let actions = request(40_018, "actions invalid", link: "publish/#action-buttons")
    static let iconURL = request(40_021, "icon URL is invalid", link: "publish/#icons")
    static let callsDisabled = request(40_032, "calling is disabled", link: "config/#phone-calls")
    static let sequenceID = request(40_049, "sequence ID invalid", link: "publish/#updating-deleting-notifications")
    static let unauthorized = NtfyError(40_101, "unauthorized", link: "publish/#authentication")
    static let forbidden = NtfyError(40_301, "forbidden", link: "publish/#authentication")
    static let notFound = NtfyError(40_401, "page not found")
    static let attachmentTooLarge = NtfyError(
        41_301,
        "attachment too large, or bandwidth limit reached",
        link: "publish/#limitations"
    )
    static let bodyTooLarge = NtfyError(41_303, "JSON body too large")
    static let tooManyRequests = limit(42_901, "too many requests")
    static let tooManySubscriptions = limit(42_903, "too many active subscriptions")
    static let bandwidth = limit(42_905, "daily bandwidth reached")
    static let tooManyFailures = limit(42_909, "too many auth failures")

    /// Makes the error for a feature of ntfy that this server does not have.
    static func unsupported(_ what: String) -> NtfyError { request(40_000, "\(what) not supported by this server") }

    private static func request(_ code: Int, _ mistake: String, link: String = "") -> NtfyError {
        NtfyError(code, "invalid request: \(mistake)", link: link)
    }

    private static func delay(_ code: Int, _ mistake: String) -> NtfyError {
        NtfyError(code, "invalid delay parameter: \(mistake)", link: "publish/#scheduled-delivery")
    }

    private static func limit(_ code: Int, _ what: String) -> NtfyError {
        NtfyError(code, "limit reached: \(what)", link: "publish/#limitations")
    }
}
