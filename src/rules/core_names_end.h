/* core_names_end - the core's own .def has been read (core_names.h). */
#undef GAME_DEF
#undef GAME_PREFIX
#undef GAME_IS_CORE
#undef core_public
#undef core_ballot
#undef core_verdict
