// Recorded tests edit ordered states, and import only this module.
@_exported public import PureduxCollections
@_exported public import PureduxCore
@_exported public import PureduxDifference
