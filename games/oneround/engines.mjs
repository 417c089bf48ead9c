/* A short game for `make engines` (tests/engines/play.mjs). */
export default { options: { timer: false } };
