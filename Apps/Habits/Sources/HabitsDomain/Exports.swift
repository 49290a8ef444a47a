// Days and zones are in the signatures of this module, so `import HabitsDomain` makes them available.
@_exported public import CivilTime
