/* Adds what an engine lacks, as the language itself would: not to be found by a loop over keys. */
export function add<T extends object>(home: T, missing: Record<string, unknown>): void {
  for (const name of Object.keys(missing)) {
    if (!(name in home)) Object.defineProperty(home, name, { value: missing[name], configurable: true, writable: true });
  }
}
