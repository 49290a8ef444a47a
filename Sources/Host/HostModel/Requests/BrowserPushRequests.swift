/// Subscribes a browser to pushes.
///
/// The caller has checked the endpoint and the keys. Fails with `notFound` if the browser is not signed in.
package struct SubscribeBrowserRequest: HostRequest {
    package var subscription: BrowserSubscription

    package init(_ subscription: BrowserSubscription) { self.subscription = subscription }
}

/// Ends the subscription of a browser; does nothing if it has none.
package struct UnsubscribeBrowserRequest: HostRequest {
    package var session: String
    /// The endpoint whose subscription ends; `nil` for any.
    package var endpoint: String?
    package var end: BrowserPushOperation.End
    /// The note for the trace of the push that revealed the end of the subscription.
    package var trace: TraceNote?

    package init(
        _ session: String,
        endpoint: String? = nil,
        because end: BrowserPushOperation.End,
        trace: TraceNote? = nil
    ) {
        self.session = session
        self.endpoint = endpoint
        self.end = end
        self.trace = trace
    }
}

/// Asks for the subscription of a browser; the reply is `nil` if it has none.
package struct GetBrowserSubscriptionRequest: HostRequest {
    package typealias Reply = BrowserSubscription?

    package var session: String

    package init(_ session: String) { self.session = session }
}

// MARK: - For the sender of pushes

/// Asks for the browsers that have waiting pushes.
package struct ListWaitingBrowsersRequest: HostRequest {
    package typealias Reply = [WaitingBrowser]

    package init() {}
}

/// Asks for the oldest push that waits for a browser; the reply is `nil` if none does.
package struct GetNextBrowserPushRequest: HostRequest {
    package typealias Reply = BrowserPush?

    package var session: String

    package init(_ session: String) { self.session = session }
}

/// Records the outcome of a push; the reply is `false` if the push was replaced or withdrawn since it was read.
package struct NoteBrowserPushRequest: HostRequest {
    package typealias Reply = Bool

    /// The outcome: ``BrowserPushOperation/begin(_:)``, `accept`, `drop` or `postpone`.
    package var operation: BrowserPushOperation
    /// The note for its trace, added in the same commit.
    package var trace: TraceNote?

    package init(_ operation: BrowserPushOperation, trace: TraceNote? = nil) {
        self.operation = operation
        self.trace = trace
    }
}
