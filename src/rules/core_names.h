/* core_names - while the core's own .def is read (rules/define.h): its blocks are called ballot,
 * verdict and core. Ended by core_names_end.h. */
#undef GAME_DEF
#undef GAME_PREFIX
#define GAME_DEF     "rules/core.def"
#define GAME_PREFIX  core
#define GAME_IS_CORE 1
#define core_public  core
#define core_ballot  ballot
#define core_verdict verdict
