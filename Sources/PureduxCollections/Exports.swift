@_exported public import PureduxCore
