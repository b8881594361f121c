/// Faults that can be planted to see whether the oracle catches them. Without the trait `PlantedFaults` every question
/// is answered `false` at compile time and costs nothing.
package enum Fault: String, CaseIterable, Sendable {
  case none
  case writeThrough  // a page of the base version is changed in place
  case freeTooEarly  // a dropped version frees what an older pinned version still sees
  case forgetRetired  // a dropped version forgets its retired blocks (leak)
  case keepRetiredOnDiscard  // discard does not un-retire
  case leakOnDiscard  // discard does not free the candidate's own blocks
  case rewindKeepsRetired  // rewind does not un-retire
  case ignorePin  // publishing drops the old version although it is pinned
  case staleCount  // a removal deep in a wide node leaves the count of inner pages
  case wrongSeparator  // a split tells the parent the left page's last key
  case mergeLosesEntry  // merging two pages drops the last entry
  case mergeEmptyPage  // an emptied inner page on the right edge is merged like any other
  case longKeyPrefix  // long keys compared by their first 23 bytes only
  case countPriority  // a priority counts as a child
  case graftShares  // a graft shares pages instead of copying
  case stringBirth  // a replaced string is freed although a pinned version sees it
  case buildUnderfull  // a bulk build leaves a short page in the middle of a level
  case leakOnRefusal  // a refused JSON text leaves its blocks behind

  #if PlantedFaults
    /// Chosen by a test for the thread that edits; other tests beside it are not disturbed.
    @TaskLocal package static var active = Fault.none
  #endif
}

@inline(__always)
func planted(_ fault: Fault) -> Bool {
  #if PlantedFaults
    Fault.active == fault
  #else
    false
  #endif
}
