import Foundation
import HostModel

/// The location of the person in Settings: the switch that shares this browser's location, and the last known one.
struct LocationSection {
    let state: LocationState
    /// Age of the location, in a few words.
    let age: String?

    func write(to page: inout PageWriter) {
        page.markup("<h2 class=\"section-title\" id=\"location-title\">")
        page.text(.location)
        page.markup("</h2><div class=\"sheaf\" role=\"group\" aria-labelledby=\"location-title\">")
        page.markup("<label class=\"line\"><span>")
        page.text(.shareLocation)
        page.markup("</span><input class=\"switch\" type=\"checkbox\" role=\"switch\" autocomplete=\"off\"")
        page.markup(" id=\"share-location\" data-location=\"share\"")
        if state.isSharedHere { page.markup(" checked") }
        page.markup("></label>")
        if let location = state.location {
            page.markup("<div class=\"line known\"><span>")
            page.text(.lastKnown)
            page.markup("</span><span><bdi>")
            page.text("\(Self.degrees(location.latitude)), \(Self.degrees(location.longitude))")
            page.markup("</bdi><small>")
            page.text(.within(Int(location.accuracy.rounded(.up)), age: age ?? ""))
            page.markup("</small></span></div>")
            page.markup("<button type=\"button\" class=\"line destructive\" data-location=\"forget\">")
            page.text(.forgetLocation)
            page.markup("</button>")
        }
        page.markup("</div><p class=\"aside\">")
        page.text(state.isSharedElsewhere ? .locationIsSharedElsewhere : .aboutLocation)
        page.markup("</p>")
    }

    /// Returns degrees with four decimals, a precision of about ten metres.
    private static func degrees(_ value: Double) -> String {
        value.formatted(.number.precision(.fractionLength(0...4)).locale(Locale(identifier: "en_US_POSIX")))
    }
}
