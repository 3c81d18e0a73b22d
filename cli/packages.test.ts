import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

/** What `npm pack` makes of each workspace, installed into a project that has nothing else. */

// Installing and compiling take long on a small machine that does other things beside.
vi.setConfig({ testTimeout: 180_000 });

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ROOMS = ['openapi', 'mock-provider', 'server', 'sdk', 'conformance', 'cli'];
const { resolve } = createRequire(import.meta.url);

const folder = mkdtempSync(join(tmpdir(), 'wigwag-packages-'));
const packs = join(folder, 'packs');
const project = join(folder, 'project');

/** As somebody does it in a shell who has this Node and nothing of this repository. */
async function run(cwd: string, file: string, ...args: string[]): Promise<string> {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path, NODE_OPTIONS: '' };
  const { stdout } = await promisify(execFile)(file, args, { cwd, env, maxBuffer: 1e8 });
  return stdout;
}

beforeAll(async () => {
  mkdirSync(packs);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}');
  await run(ROOT, 'npm', 'pack', '--workspaces', '--silent', '--pack-destination', packs);
  const files = readdirSync(packs).map((name) => join(packs, name));
  await run(project, 'npm', 'install', '--silent', '--no-audit', '--no-fund', '--prefer-offline', ...files);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const manifestOf = (room: string) => JSON.parse(readFileSync(join(ROOT, room, 'package.json'), 'utf8'));
const entriesOf = (room: string): string[] =>
  Object.keys(manifestOf(room).exports)
    .filter((entry) => !entry.endsWith('.json'))
    .map((entry) => `@wigwag/${room}${entry.slice(1)}`);
const ENTRIES = ROOMS.flatMap(entriesOf);

test('there is a package of each workspace, with neither tests nor sources', () => {
  expect(readdirSync(packs)).toHaveLength(6);
  for (const room of ROOMS) {
    const installed = join(project, 'node_modules/@wigwag', room);
    expect(existsSync(join(installed, 'README.md')), room).toBe(true);
    expect(existsSync(join(installed, 'LICENSE')), room).toBe(true);
    const names = readdirSync(installed, { recursive: true }).map(String);
    expect(names.filter((name) => /\.test\.|\.tsx?$/.test(name) && !name.endsWith('.d.ts'))).toEqual([]);
  }
});

test('`npx wigwag demo` plays the demo', async () => {
  expect(await run(project, 'npx', 'wigwag', 'demo')).toContain('every signature verified');
});

test('each public entry can be imported, and gives something', async () => {
  const program = `
    for (const name of ${JSON.stringify(ENTRIES)}) {
      console.log(name, Object.keys(await import(name)).length > 0);
    }`;
  expect(await run(project, 'node', '--input-type=module', '--eval', program)).toBe(
    ENTRIES.map((name) => `${name} true\n`).join(''),
  );
});

test.each(['node16', 'nodenext', 'bundler'])('types resolve under moduleResolution %s', async (moduleResolution) => {
  const place = join(project, moduleResolution);
  mkdirSync(place);
  const imports = ENTRIES.map((name, index) => `import * as entry${index} from '${name}';`);
  const uses = ENTRIES.map((_, index) => `entry${index}`).join(', ');
  const program = [
    ...imports,
    "import { Wigwag } from '@wigwag/sdk';",
    "import { document } from '@wigwag/openapi';",
    '// @ts-expect-error the document has a type of its own',
    'export const nothing: number = document;',
    `export const all = [${uses}];`,
    "export const sent: Promise<{ id: string }> = new Wigwag({ apiKey: 'key' }).messages.send({ to: '1', text: 'Hi' });",
    "// @ts-expect-error a text message without text: the types are there, and they are the document's",
    "new Wigwag({ apiKey: 'key' }).messages.send({ to: '1' });",
  ];
  writeFileSync(join(place, 'index.ts'), program.join('\n'));
  const compilerOptions = {
    module: moduleResolution === 'bundler' ? 'esnext' : moduleResolution,
    moduleResolution,
    target: 'es2022',
    strict: true,
    noEmit: true,
    // The types of dependencies are their makers' business.
    skipLibCheck: true,
    types: [],
  };
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  expect(await run(place, process.execPath, resolve('typescript/bin/tsc'), '--project', place)).toBe('');
});

test('the types of the SDK need no types of Node and hold by themselves', async () => {
  const place = join(project, 'browser');
  mkdirSync(place);
  const entries = entriesOf('sdk').filter((name) => !name.endsWith('/testing'));
  writeFileSync(join(place, 'index.ts'), entries.map((name) => `export * from '${name}';`).join('\n'));
  const compilerOptions = {
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipDefaultLibCheck: true,
    types: [],
  };
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  expect(await run(place, process.execPath, resolve('typescript/bin/tsc'), '--project', place)).toBe('');
});

test('publint finds nothing', async () => {
  for (const room of ROOMS) {
    const pkgDir = join(project, 'node_modules/@wigwag', room);
    expect([room, (await publint({ pkgDir, pack: false, strict: true })).messages]).toEqual([room, []]);
  }
});

test('arethetypeswrong finds nothing in the packages that can be imported', async () => {
  const attw = join(dirname(resolve('@arethetypeswrong/cli/package.json')), 'dist/index.js');
  for (const room of ROOMS.filter((each) => entriesOf(each).length > 0)) {
    const file = readdirSync(packs).find((name) => name.startsWith(`wigwag-${room}-`)) ?? '';
    // It ends with another code than 0 when something is wrong.
    const report = await run(
      packs,
      process.execPath,
      attw,
      '--profile',
      'esm-only',
      '--format',
      'ascii',
      '--no-emoji',
      file,
    );
    expect(report.match(/node16 \(from ESM\): OK \(ESM\)/g)).toHaveLength(entriesOf(room).length);
  }
});

test('the SDK brings openapi-fetch and what that brings, nothing else', async () => {
  const tree = JSON.parse(await run(project, 'npm', 'ls', '--json', '--all', '@wigwag/sdk', 'openapi-fetch'));
  expect(Object.keys(manifestOf('sdk').dependencies)).toEqual(['openapi-fetch']);
  const { dependencies } = tree.dependencies['@wigwag/sdk'];
  expect(Object.keys(dependencies)).toEqual(['openapi-fetch']);
});
