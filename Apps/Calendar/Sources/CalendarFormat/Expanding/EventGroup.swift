/// An event with the exceptions that replace some of its times.
struct EventGroup {
    var event: CalendarEvent?
    var exceptions: [CalendarEvent] = []

    /// Joins events with their exceptions; of two with the same identifier the newer revision counts.
    static func groups(_ events: [CalendarEvent]) -> [EventGroup] {
        var groups: [EventGroup] = []
        var indices: [String: Int] = [:]
        for event in events {
            guard !event.uid.isEmpty else {
                groups.append(EventGroup(event: event))
                continue
            }
            let index = indices[event.uid] ?? groups.count
            if index == groups.count {
                indices[event.uid] = index
                groups.append(EventGroup())
            }
            if let id = event.recurrenceID {
                if let old = groups[index].exceptions.firstIndex(where: { $0.recurrenceID == id }) {
                    if groups[index].exceptions[old].sequence <= event.sequence {
                        groups[index].exceptions[old] = event
                    }
                } else if groups[index].exceptions.count < EventReader.dateLimit {
                    groups[index].exceptions.append(event)
                }
            } else if groups[index].event.map({ $0.sequence <= event.sequence }) ?? true {
                groups[index].event = event
            }
        }
        return groups
    }
}
