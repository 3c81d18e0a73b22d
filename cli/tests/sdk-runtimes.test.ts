import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { browserTest, openBrowser } from '../../lab/testing/browser.ts';
import { scratchFolder } from '../testing/cli.ts';
import type { RuntimeWorld } from '../testing/runtime.ts';
import { bundle, createWorld, EVERYTHING } from '../testing/runtime-world.ts';

/** Other engines are large and come from the registry, only with `RUNTIMES=all`. */
const FETCHED: Record<string, string[]> = {
  'Node.js/22': ['node@22', 'node'],
  'Node.js/26': ['node@26', 'node'],
  'Bun/1.4.5': ['bun@1.4.5', 'bun', 'run'],
  'Deno/2.9.5': ['deno@2.9.5', 'deno', 'run', '--allow-net'],
};

/** Runs the check as a program; returns the engine's name and the parts that worked. */
async function runWith(command: readonly string[], world: RuntimeWorld): Promise<string[]> {
  const program = join(scratchFolder(), 'check.mjs');
  const check = `
    import { useEverything } from '../testing/runtime.ts';
    console.log(JSON.stringify([navigator.userAgent, ...(await useEverything(${JSON.stringify(world)}))]));
  `;
  writeFileSync(program, await bundle(check));
  const [file = '', ...args] = command;
  const { stdout } = await promisify(execFile)(file, [...args, program], { cwd: scratchFolder() });
  return JSON.parse(stdout);
}

test('everything works on this Node', async () => {
  expect(await runWith([process.execPath], await createWorld())).toEqual(['Node.js/24', ...EVERYTHING]);
});

test.runIf(process.env.RUNTIMES === 'all').for(Object.keys(FETCHED))(
  'everything works on %s',
  { timeout: 300_000 },
  async (engine, { skip }) => {
    const [name, ...command] = FETCHED[engine] ?? [];
    const npx = ['npx', '--yes', `--package=${name}`, '--', ...command];
    const missing = await whyMissing([...npx.slice(0, 5), '--version']);
    if (missing) {
      process.stderr.write(`Not run: ${name} is not available here: ${missing}\n`);
    }
    skip(missing !== undefined, missing);
    expect(await runWith(npx, await createWorld())).toEqual([engine, ...EVERYTHING]);
  },
);

/** Returns why a command cannot run, or undefined if it can. */
const whyMissing = ([file = '', ...args]: string[]): Promise<string | undefined> =>
  promisify(execFile)(file, args, { cwd: scratchFolder() }).then(
    () => undefined,
    (error: Error) => error.message.trim().split('\n').at(-1),
  );

browserTest('everything but streamed uploads works in a browser, bundled without polyfills', async () => {
  const world = await createWorld();
  const script = await bundle(
    "import { useEverything } from '../testing/runtime.ts'; Object.assign(globalThis, { useEverything });",
  );
  const browser = await openBrowser();
  // A page of the API's own origin, because other origins need CORS. The page's own content policy is not part of this
  // test.
  const page = await browser.newPage({ bypassCSP: true });
  await page.goto(`${new URL(world.baseUrl).origin}/developers/openapi.json`);
  await page.evaluate(script);
  const worked = await page.evaluate(
    (own) => (globalThis as unknown as typeof import('../testing/runtime.ts')).useEverything(own),
    { ...world, streams: false },
  );
  expect(worked).toEqual(EVERYTHING.filter((what) => what !== 'upload of a stream'));
});
