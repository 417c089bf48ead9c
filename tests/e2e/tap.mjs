/* Tests in TAP, one after the other: each has a name, a body and what it leaves behind.
 *
 *     test('somebody joins', async (t) => { … t.ok(condition, 'why') … });
 *     beside('the sand runs out', async (t) => { … });     begins at once and runs along: for what takes its time
 *     await run();
 *
 * A test fails by throwing. Names given on the command line choose tests. */
import assert from 'node:assert/strict';

/* Nothing hangs for ever: what the browser never answers has no limit of its own. */
const LONGEST = 600_000;
const tests = [];
const after = [];
const witnesses = [];

export function test(name, body, longest = LONGEST) {
  tests.push({ name, body, longest });
}

/* A test that mostly waits for a clock of the rules. It must not mind what the others do meanwhile. */
export function beside(name, body) {
  tests.push({ name, body, along: true });
}

/* Done once after all tests, in reverse order. */
export function at_end(what) {
  after.push(what);
}

/* Asked for a few lines when a test has failed, before anything is cleared away. */
export function at_failure(what) {
  witnesses.push(what);
}

const comment = (text) => String(text).replace(/\u001b\[\d+m/g, '').split('\n').slice(0, 25).map((line) => `# ${line}`).join('\n');

async function explain(error) {
  const told = await Promise.all(witnesses.map((what) => what().catch((trouble) => String(trouble))));
  return [error?.stack ?? error, ...told.flat()].map(comment).join('\n');
}

function in_time(body, longest = LONGEST) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`it did not end within ${longest / 1000} s`)), longest);
  });
  return Promise.race([body, late]).finally(() => clearTimeout(timer));
}

async function outcome({ name, body, longest }, number) {
  const began = Date.now();
  try {
    await in_time(body(assert), longest);
    return { text: `ok ${number} - ${name} # ${Date.now() - began} ms` };
  } catch (error) {
    return { failed: true, text: `not ok ${number} - ${name}\n${await explain(error)}` };
  }
}

export async function run(only = process.argv.slice(3)) {
  const chosen = only.length ? tests.filter(({ name }) => only.some((part) => name.includes(part))) : tests;
  console.log(`1..${chosen.length}`);
  const running = chosen.map((one, index) => (one.along ? outcome(one, index + 1) : undefined));
  let failed = 0;
  for (const [index, one] of chosen.entries()) {
    const result = await (running[index] ?? outcome(one, index + 1));
    if (result.failed) failed++;
    console.log(result.text);
  }
  for (const what of after.reverse()) await what();
  process.exit(failed ? 1 : 0);
}
