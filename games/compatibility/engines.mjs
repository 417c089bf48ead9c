/* A short game for `make engines` (tests/engines/play.mjs). */
export default { options: { track: 'short', reveal_time: 0 } };
