import TodayProtocol

/// Something a page must show that it does not show yet.
///
/// Each is a state, not a step: to miss one and see a later one is as good as to see both.
package struct ScreenEvent: Hashable, Sendable {
    /// What there is to show.
    package enum Change: Hashable, Sendable {
        /// The whole screen: which widgets, apps or warnings there are changed, or the page is from another epoch.
        case screen(ScreenState)
        /// One widget.
        case widget(ShownWidget)
        /// The page of an app that the viewer has open must be asked for again.
        case scene
        /// An address is to be opened on this page.
        case open(url: String)
    }

    /// Where a page is that shows this.
    package var position: ScreenPosition
    /// What there is to show.
    package var change: Change

    /// Makes an event.
    package init(position: ScreenPosition, change: Change) {
        self.position = position
        self.change = change
    }
}
