@_exported public import TrellisDatabase
@_exported public import TrellisEngine
@_exported public import TrellisModel
@_exported public import TrellisPages
@_exported public import TrellisQueries
@_exported public import TrellisTree

#if SQLite
  @_exported public import TrellisSQLite
#endif
