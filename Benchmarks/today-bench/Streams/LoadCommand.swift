/// What the one that drives a load wants next, one line each.
enum LoadCommand {
    /// `broadcast ROUNDS`: one event after the other, each sent when the one before has reached every stream.
    case broadcast(rounds: Int)
    /// `flood COUNT SENDERS`: so many events from so many connections, as fast as they are accepted.
    case flood(count: Int, senders: Int)

    /// Reads a line; none if it is no command or asks for more than is bearable.
    init?(_ line: String) {
        let words = line.split(separator: " ")
        let numbers = words.dropFirst().compactMap { Int($0) }
        switch (words.first, numbers.count) {
        case ("broadcast", 1) where (1...1000).contains(numbers[0]): self = .broadcast(rounds: numbers[0])
        case ("flood", 2) where (1...100_000).contains(numbers[0]) && (1...256).contains(numbers[1]):
            self = .flood(count: numbers[0], senders: numbers[1])
        default: return nil
        }
    }
}
