@_exported public import PureduxCore
@_exported public import PureduxDifference
