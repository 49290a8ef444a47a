import TodayKit

extension CivilDay {
    /// The day of the week of the Gregorian calendar, 1 for Sunday to 7 for Saturday.
    var weekday: Int {
        // Years that begin in March have their leap day last.
        let shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][max(0, min(11, month - 1))]
        let year = month < 3 ? year - 1 : year
        return (year + year / 4 - year / 100 + year / 400 + shift + day) % 7 + 1
    }
}
