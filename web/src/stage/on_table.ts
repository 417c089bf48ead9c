/* The context in which a stage finds the room whose table screen it is on: only there it tells what the crowd said. */
export const ON_TABLE = Symbol('on table');
