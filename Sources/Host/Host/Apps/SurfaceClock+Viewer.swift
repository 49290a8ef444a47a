import Foundation
import HostClock
import HostModel
import TodayProtocol

extension RequestContext {
    /// Returns the context for a viewer, with the clock of the surface if it differs from the host's.
    func at(_ viewer: Viewer) -> RequestContext {
        guard let own = TimeZone(identifier: self.zone), let zone = TimeZone(identifier: viewer.zone),
            !zone.agrees(with: own, from: now)
        else { return self }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.hour, .minute], from: now)
        let time = [parts.hour, parts.minute].map { number in
            let digits = String(number ?? 0)
            return digits.count == 1 ? "0" + digits : digits
        }
        var context = self
        context.surface = SurfaceClock(
            day: ClockDay(of: now, in: zone).day,
            time: time.joined(separator: ":"),
            zone: viewer.zone
        )
        return context
    }
}
