// Each comment contains the column of a compiler error, and its message.
import PureduxCases

@Cases
struct NoEnumeration {}  // 1: '@Cases' can only be attached to an 'enum'

@Cases
enum Empty {}  // 6: '@Cases' needs an enumeration with cases

@Cases
enum Conditional {
  case one
  #if DEBUG
    case two  // 5: '@Cases' cannot read a case inside '#if'
  #endif
}

@Cases
enum SameName {
  case one(first: Int)
  case one(second: Int)  // 8: '@Cases' needs one name for each case; 'one' is the name of two
}

@Cases
enum Declared {
  case one(Int)
  var one: Int? { nil }  // 7: '@Cases' declares 'one'; remove or rename this one
}

@Cases
enum Method {
  case one(Int)
  func one() -> Int { 1 }  // 8: '@Cases' declares 'one'; remove or rename this one
}

@Cases
indirect enum Recursive {
  case children([Self])  // 18: '@Cases' needs the name of the enumeration here, instead of 'Self'
}

struct Outer {
  @Cases private enum Inner { case one }  // 3: '@Cases' cannot be attached to a 'private' enumeration inside a type
}
