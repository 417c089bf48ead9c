/* A short game for `make engines` (tests/engines/play.mjs). */
export default { bots: 2, options: { count_time: 0 } };
