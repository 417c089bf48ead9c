/* A short game for `make engines` (tests/engines/play.mjs). */
export default { options: { free: true, level: 'one_mind', check_time: 0, reading_pace: 'brisk' } };
