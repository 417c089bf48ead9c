/* Tests in TAP, one after the other: each has a name, a body and what it leaves behind.
 *
 *     test('somebody joins', async (t) => { … t.ok(condition, 'why') … });
 *     await run();
 *
 * A test fails by throwing. Names given on the command line choose tests. */
import assert from 'node:assert/strict';

const tests = [];
const after = [];

export function test(name, body) {
  tests.push({ name, body });
}

/* Done once after all tests, in reverse order. */
export function at_end(what) {
  after.push(what);
}

function explain(error) {
  return String(error?.stack ?? error)
    .replace(/\u001b\[\d+m/g, '')
    .split('\n')
    .slice(0, 25)
    .map((line) => `# ${line}`)
    .join('\n');
}

export async function run(only = process.argv.slice(3)) {
  const chosen = only.length ? tests.filter(({ name }) => only.some((part) => name.includes(part))) : tests;
  console.log(`1..${chosen.length}`);
  let failed = 0;
  for (const [index, { name, body }] of chosen.entries()) {
    const began = Date.now();
    try {
      await body(assert);
      console.log(`ok ${index + 1} - ${name} # ${Date.now() - began} ms`);
    } catch (error) {
      failed++;
      console.log(`not ok ${index + 1} - ${name}\n${explain(error)}`);
    }
  }
  for (const what of after.reverse()) await what();
  process.exitCode = failed ? 1 : 0;
}
