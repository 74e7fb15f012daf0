@_exported public import PureduxCollections
