// The types in an author's signatures are available with `import TodayKit` alone.
@_exported public import AdaptiveCards
@_exported public import FoundationEssentials
@_exported public import JSON
@_exported public import TodayProtocol
