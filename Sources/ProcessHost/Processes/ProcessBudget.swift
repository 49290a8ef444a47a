/// What a process may use, watched by the host while it runs.
///
/// What passes it is killed with a reason.
package struct ProcessBudget: Hashable, Sendable {
    /// The CPU time of the whole tree for one request, and at once between requests.
    package var cpuPerRequest = Duration.seconds(2)
    /// The part of the time that the tree may use the CPU between requests for as long as it likes.
    ///
    /// A process that follows what the host tells it works without being asked, and not too much however long it does.
    package var shareBetweenRequests = 0.25
    /// The resident memory of an app's tree in bytes.
    package var appMemory = 256 << 20
    /// The resident memory of a widget's tree in bytes.
    package var widgetMemory = 64 << 20
    /// How many processes the tree may have, those of the sandbox included.
    package var processes = 64
    /// How often it is looked at while a request runs.
    package var interval = Duration.milliseconds(100)
    /// How often it is looked at between requests.
    package var idleInterval = Duration.seconds(5)

    /// The budget that applies unless a test changes it.
    package init() {}

    func memory(of identity: ProcessIdentity) -> Int { identity.widget == nil ? appMemory : widgetMemory }
}
