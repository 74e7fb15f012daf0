@_exported public import PureduxRecording
