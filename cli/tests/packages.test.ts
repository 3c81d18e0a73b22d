import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { install } from '../../lab/install.ts';
import { startDev } from '../testing/cli.ts';

/** Packs each workspace with `npm pack` and installs it into an empty project. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROOMS = ['openapi', 'mock-provider', 'dashboard', 'server', 'sdk', 'conformance', 'cli'];
/** The packages that programs import. The dashboard has files for browsers only, and the CLI has one bundle. */
const LIBRARIES = ROOMS.filter((room) => !['dashboard', 'cli'].includes(room));
/** The folder whose tools check the packages. */
const TOOLS = join(ROOT, 'lab/package');

const folder = mkdtempSync(join(tmpdir(), 'wigwag-packages-'));
const packs = join(folder, 'packs');
const project = join(folder, 'project');

/** Runs a program like a user who has this Node and nothing of this repository. */
async function run(cwd: string, file: string, ...args: string[]): Promise<string> {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path, NODE_OPTIONS: '' };
  const { stdout } = await promisify(execFile)(file, args, { cwd, env, maxBuffer: 1e8 });
  return stdout;
}

/** Compiles a project of a user with the last compiler written in JavaScript and with the present one. */
async function compile(place: string): Promise<void> {
  for (const compiler of ['typescript', '@typescript/native']) {
    expect(await run(place, 'node', join(ROOT, 'node_modules', compiler, 'bin/tsc'), '--project', place)).toBe('');
  }
}

beforeAll(async () => {
  install(TOOLS);
  mkdirSync(packs);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}');
  await run(ROOT, 'npm', 'pack', '--workspaces', '--silent', '--pack-destination', packs);
  const files = readdirSync(packs).map((name) => join(packs, name));
  // The app of @wigwag/sdk/opentelemetry has this package.
  files.push('@opentelemetry/api@1');
  await run(project, 'npm', 'install', '--silent', '--no-audit', '--no-fund', '--prefer-offline', ...files);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const manifestOf = (room: string) => JSON.parse(readFileSync(join(ROOT, room, 'package.json'), 'utf8'));
const entriesOf = (room: string): string[] =>
  Object.keys(manifestOf(room).exports)
    .filter((entry) => !/\.(json|yaml)$/.test(entry))
    .map((entry) => `@wigwag/${room}${entry.slice(1)}`);
const ENTRIES = LIBRARIES.flatMap(entriesOf);
/** Vitest can be imported only in its own runner, and is not installed with the packages. */
const IMPORTABLE = ENTRIES.filter((name) => !name.endsWith('/vitest'));

const filesOf = (room: string): string[] =>
  readdirSync(join(project, 'node_modules/@wigwag', room), { recursive: true }).map(String);

test('each workspace has a package, without tests or build-only files', () => {
  expect(readdirSync(packs)).toHaveLength(7);
  for (const room of ROOMS) {
    const installed = join(project, 'node_modules/@wigwag', room);
    expect(existsSync(join(installed, 'README.md')), room).toBe(true);
    expect(existsSync(join(installed, 'LICENSE')), room).toBe(true);
    const isUnwanted = (name: string) => /\.test\.|(^|\/)testing[-.]|\.tsbuildinfo$/.test(name);
    expect(filesOf(room).filter(isUnwanted)).toEqual([]);
  }
});

test('every module and declaration has a map, and each map points to an existing source', () => {
  for (const room of LIBRARIES) {
    const installed = join(project, 'node_modules/@wigwag', room);
    const built = filesOf(room).filter((name) => /^dist\/.*\.(js|d\.ts)$/.test(name));
    expect(built.length, room).toBeGreaterThan(10);
    const dead = built.filter((name) => {
      const path = join(installed, `${name}.map`);
      const { sources } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { sources: [] };
      return sources.length === 0 || sources.some((source: string) => !existsSync(join(dirname(path), source)));
    });
    expect([room, dead], 'dist contains files without a source: delete dist and build again.').toEqual([room, []]);
  }
});

const HOME = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).homepage.replace(/#.*/, '');

/** Returns the anchors of a Markdown page, as GitHub and npm derive them from its headings. */
const anchorsOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\d\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('no link of a packed page is dead: it points into the package, or to a file of the repository', () => {
  let ours = 0;
  for (const room of ROOMS) {
    const installed = join(project, 'node_modules/@wigwag', room);
    for (const page of filesOf(room).filter((name) => name.endsWith('.md') && !name.includes('node_modules'))) {
      const text = readFileSync(join(installed, page), 'utf8').replace(/^```.*?^```/gms, '');
      const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(([, a, b]) => a ?? b ?? '');
      const dead = links.filter((link) => {
        const [, path, inRepository = path] = link.startsWith(HOME)
          ? [undefined, undefined, link.slice(HOME.length).replace(/^\/(blob|tree)\/main\//, '')]
          : [undefined, /^\w+:/.test(link) ? undefined : link];
        if (inRepository === undefined) {
          return false;
        }
        ours += 1;
        const [file = '', anchor] = inRepository.split('#');
        const target =
          path === undefined ? join(ROOT, file) : file ? join(installed, dirname(page), file) : join(installed, page);
        return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
      });
      expect([room, page, dead]).toEqual([room, page, []]);
    }
  }
  expect(ours).toBeGreaterThan(20);
});

test('the document ships as JSON and as YAML, and is the same to the byte as the one that a server serves', async () => {
  const program = `
    import { readFileSync } from 'node:fs';
    import { fileURLToPath } from 'node:url';
    const [json, yaml] = ['json', 'yaml'].map((kind) =>
      readFileSync(fileURLToPath(import.meta.resolve('@wigwag/openapi/openapi.' + kind)), 'utf8'));
    console.log(JSON.stringify({ json, yaml }));`;
  const shipped = JSON.parse(await run(project, 'node', '--input-type=module', '--eval', program));
  const origin = (await startDev()).info.base_url.replace('/api/v1', '');
  const served = await (await fetch(`${origin}/developers/openapi.json`)).text();
  expect(shipped.json === served).toBe(true);
  expect(parse(shipped.yaml)).toEqual(JSON.parse(shipped.json));
});

/**
 * With older versions the mock of Meta installs a newer MSW. It works, but its handlers then have the types of the
 * newer version.
 */
const OLDEST_MSW = '2.0.0';
const MOCK_HANDLERS = `
  import { createMockProvider } from '@wigwag/mock-provider';
  export const mocked = setupServer(...createMockProvider().handlers);`;

/** Node also finds the packages of a parent folder, so one installation of Jest serves all versions of MSW. */
const WITH_JEST = join(folder, 'with-jest');
const INSTALL = [
  'npm',
  'install',
  '--silent',
  '--no-audit',
  '--no-fund',
  '--prefer-offline',
  '--ignore-scripts',
] as const;
beforeAll(async () => {
  mkdirSync(WITH_JEST);
  writeFileSync(join(WITH_JEST, 'package.json'), '{"private":true}');
  await run(WITH_JEST, ...INSTALL, 'jest@30');
});

describe.each([OLDEST_MSW, '2', '3'])('with msw@%s', (version) => {
  const place = join(WITH_JEST, `msw-${version}`);
  beforeAll(async () => {
    mkdirSync(place);
    writeFileSync(join(place, 'package.json'), '{"private":true,"type":"module"}');
    const ours = readdirSync(packs).filter((name) => /^wigwag-(sdk|mock-provider|dashboard)-/.test(name));
    await run(place, ...INSTALL, ...ours.map((name) => join(packs, name)), `msw@${version}`);
  });

  test("the SDK's mocked API responds", async () => {
    writeFileSync(
      join(place, 'main.js'),
      `import { setupServer } from 'msw/node';
       import { Wigwag } from '@wigwag/sdk';
       import { answers, handlers, refuses } from '@wigwag/sdk/testing';
       const server = setupServer(...handlers());
       server.listen({ onUnhandledRequest: 'error' });
       const wigwag = new Wigwag({ apiKey: 'ww_test_key', maxRetries: 0 });
       const { status } = await wigwag.messages.send({ to: '905551112233', text: 'Hello' });
       const { kind } = await wigwag.media.upload({ file: new Blob(['x']) });
       server.use(refuses('sendMessage', 'WINDOW_CLOSED'));
       const { code } = await wigwag.messages.send({ to: '905551112233', text: 'Hello' }).catch((error) => error);
       server.use(answers('getMessage', { id: 'msg_9', status: 'read', external_id: null, error: null, test: false }));
       console.log(status, kind, code, (await wigwag.messages.get('msg_1')).id);
       server.close();`,
    );
    expect(await run(place, 'node', 'main.js')).toBe('queued document WINDOW_CLOSED msg_9\n');
  });

  test('the mock of Meta responds', async () => {
    writeFileSync(
      join(place, 'mock.js'),
      `import { setupServer } from 'msw/node';
       import { createMockProvider } from '@wigwag/mock-provider';
       const { credentials, handlers } = createMockProvider();
       const server = setupServer(...handlers);
       server.listen({ onUnhandledRequest: 'error' });
       const { phone_number_id } = credentials.whatsapp;
       const headers = { authorization: \`Bearer \${credentials.access_token}\` };
       const answer = await fetch(\`https://graph.facebook.com/v24.0/\${phone_number_id}\`, { headers });
       console.log(answer.status, (await answer.json()).id === phone_number_id);
       server.close();`,
    );
    expect(await run(place, 'node', 'mock.js')).toBe('200 true\n');
  });

  test('CommonJS tests in Jest can use the mocks', async () => {
    const [recipe = ''] =
      /^\/\*\* @jest-environment.*?^```$/ms.exec(readFileSync(join(ROOT, 'docs/testing.md'), 'utf8')) ?? [];
    const commonjs = join(place, 'commonjs');
    mkdirSync(commonjs);
    writeFileSync(join(commonjs, 'package.json'), '{"private":true}');
    writeFileSync(join(commonjs, 'guide.test.js'), recipe.replace('```', ''));
    writeFileSync(
      join(commonjs, 'mock.test.js'),
      `const { setupServer } = require('msw/node');
       const { createMockProvider } = require('@wigwag/mock-provider');
       const { constructEvent, generateTestHeader } = require('@wigwag/sdk/webhooks');
       const { credentials, handlers } = createMockProvider();
       const server = setupServer(...handlers);
       beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
       afterAll(() => server.close());
       test('the mock of Meta responds', async () => {
         const { phone_number_id } = credentials.whatsapp;
         const headers = { authorization: \`Bearer \${credentials.access_token}\` };
         const answer = await fetch(\`https://graph.facebook.com/v24.0/\${phone_number_id}\`, { headers });
         expect([answer.status, (await answer.json()).id]).toEqual([200, phone_number_id]);
       });
       test('a webhook is verified', async () => {
         const body = Buffer.from('{"id":"whd_1"}');
         expect(await constructEvent(body, await generateTestHeader(body, 'secret'), 'secret')).toEqual({ id: 'whd_1' });
       });`,
    );
    const jest = join(WITH_JEST, 'node_modules/jest/bin/jest.js');
    const report = await run(commonjs, 'node', '--experimental-vm-modules', jest, '--runInBand', '--json', '--silent');
    expect(JSON.parse(report)).toMatchObject({ success: true, numPassedTests: 3 });
  });

  test('the types of the handlers match', async () => {
    writeFileSync(
      join(place, 'index.ts'),
      `import { type RequestHandler } from 'msw';
       import { setupServer } from 'msw/node';
       import { answers, handlers, refuses } from '@wigwag/sdk/testing';
       export const server = setupServer(...handlers(), refuses('sendMessage', 'WINDOW_CLOSED'));
       export const all: RequestHandler[] = handlers({ baseUrl: 'https://api.example/api/v1' });
       server.use(answers('getMessage', { id: 'msg_9', status: 'read', external_id: null, error: null, test: false }));
       // @ts-expect-error a number is no handler
       setupServer(5);
       ${version === OLDEST_MSW ? '' : MOCK_HANDLERS}`,
    );
    const compilerOptions = { module: 'nodenext', target: 'es2022', strict: true, noEmit: true, skipLibCheck: true };
    const lib = ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'];
    writeFileSync(
      join(place, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, lib, types: [] }, include: ['index.ts'] }),
    );
    await compile(place);
  });
});

test('`npx wigwag demo` plays the demo', async () => {
  expect(await run(project, 'npx', 'wigwag', 'demo')).toContain('every signature verified');
});

test('every module of the installed command can be loaded', async () => {
  const bundle = join(project, 'node_modules/@wigwag/cli/bundle/dist');
  // main.js runs a command when it is loaded. The other one imports a package that only developers of Ink install.
  const isLoaded = (name: string) => name.endsWith('.js') && name !== 'main.js' && !name.startsWith('devtools-');
  const modules = readdirSync(bundle).filter(isLoaded);
  expect(modules.length).toBeGreaterThan(100);
  const program = `
    for (const name of process.argv.slice(1)) {
      await import(name).catch((error) => console.log(name, error.message));
    }
    process.exit();`;
  const files = modules.map((name) => join(bundle, name));
  expect(await run(project, 'node', '--input-type=module', '--eval', program, ...files)).toBe('');
});

test('a server from the packages has the documentation', async () => {
  const program = `
    import { readConfig, startServer } from '@wigwag/server';
    const settings = { databaseUrl: 'sqlite::memory:', port: 0, secretKey: 'a secret key for tests', logLevel: 'error' };
    const server = await startServer(readConfig({}, settings));
    for (const path of ['', '?q=key', '/quickstart']) {
      const { status } = await fetch(server.origin + '/developers/docs' + path);
      console.log(path, status);
    }
    await server.stop();`;
  expect(await run(project, 'node', '--input-type=module', '--eval', program)).toBe(
    ' 200\n?q=key 200\n/quickstart 200\n',
  );
});

test('each public entry can be imported and exports something', async () => {
  const program = `
    for (const name of ${JSON.stringify(IMPORTABLE)}) {
      console.log(name, Object.keys(await import(name)).length > 0);
    }`;
  expect(await run(project, 'node', '--input-type=module', '--eval', program)).toBe(
    IMPORTABLE.map((name) => `${name} true\n`).join(''),
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
    '// @ts-expect-error the document has a precise type',
    'export const nothing: number = document;',
    `export const all = [${uses}];`,
    "export const sent: Promise<{ id: string }> = new Wigwag({ apiKey: 'key' }).messages.send({ to: '1', text: 'Hi' });",
    '// @ts-expect-error a text message without text: the types come from the document',
    "new Wigwag({ apiKey: 'key' }).messages.send({ to: '1' });",
  ];
  writeFileSync(join(place, 'index.ts'), program.join('\n'));
  const compilerOptions = {
    module: moduleResolution === 'bundler' ? 'esnext' : moduleResolution,
    moduleResolution,
    target: 'es2022',
    strict: true,
    noEmit: true,
    // Errors in the types of dependencies are not ours.
    skipLibCheck: true,
    types: [],
  };
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  await compile(place);
});

test('a CommonJS program compiles under module node16 and uses the SDK', async () => {
  const place = join(project, 'commonjs');
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), '{"private":true,"type":"commonjs"}');
  const entries = entriesOf('sdk').filter((name) => !/\/(testing|opentelemetry)$/.test(name));
  const program = [
    ...entries.map((name, index) => `import * as entry${index} from '${name}';`),
    "import { isApiError, type Schemas, Wigwag } from '@wigwag/sdk';",
    "import { fetchHandler, type WebhookEvent } from '@wigwag/sdk/webhooks';",
    "const wigwag = new Wigwag({ apiKey: 'key', fetch: async () => Response.json({ data: { id: 'msg_1' } }) });",
    "const send = (to: Schemas['Recipient']): Promise<{ id: string }> => wigwag.messages.send({ to, text: 'Hi' });",
    '// @ts-expect-error a text message without text: the types come from the document',
    "export const wrong = () => wigwag.messages.send({ to: '1' });",
    "export const handler = fetchHandler({ secret: 'x', onEvent: (event: WebhookEvent) => event.event });",
    `const all = [${entries.map((_, index) => `entry${index}`).join(', ')}].map((each) => Object.keys(each).length > 0);`,
    "void send('1').then(({ id }) => console.log(id, isApiError(null), all.join()));",
  ];
  writeFileSync(join(place, 'index.ts'), program.join('\n'));
  const compilerOptions = { module: 'node16', target: 'es2022', strict: true, skipLibCheck: true, types: [] };
  const lib = ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'];
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...compilerOptions, lib } }));
  await compile(place);
  const worked = entries.map(() => 'true').join();
  expect(await run(place, 'node', 'index.js')).toBe(`msg_1 false ${worked}\n`);
});

test('the types of the SDK compile alone, without the types of Node', async () => {
  const place = join(project, 'browser');
  mkdirSync(place);
  const entries = entriesOf('sdk').filter((name) => !/\/(testing|opentelemetry)$/.test(name));
  writeFileSync(
    join(place, 'index.ts'),
    entries.map((name, index) => `export * as entry${index} from '${name}';`).join('\n'),
  );
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
  await compile(place);
});

test('publint finds no problem', async () => {
  const publint = join(TOOLS, 'node_modules/publint/src/cli.js');
  for (const room of ROOMS) {
    const installed = join(project, 'node_modules/@wigwag', room);
    const report = await run(project, process.execPath, publint, 'run', installed, '--pack', 'false', '--strict');
    expect([room, report.trim().split('\n').at(-1)]).toEqual([room, expect.stringContaining('All good!')]);
  }
});

test('arethetypeswrong finds no problem in the packages that can be imported', async () => {
  const attw = join(TOOLS, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  for (const room of LIBRARIES.filter((each) => entriesOf(each).length > 0)) {
    const file = readdirSync(packs).find((name) => name.startsWith(`wigwag-${room}-`)) ?? '';
    // The exit code is not 0 if there is a problem. YAML entries are for other tools than TypeScript.
    const data = Object.keys(manifestOf(room).exports).filter((entry) => entry.endsWith('.yaml'));
    const report = await run(
      packs,
      process.execPath,
      attw,
      ...data.flatMap((entry) => ['--exclude-entrypoints', entry.slice(2)]),
      '--profile',
      // CommonJS programs are documented only for the SDK.
      room === 'sdk' ? 'node16' : 'esm-only',
      '--format',
      'ascii',
      '--no-emoji',
      file,
    );
    expect(report.match(/node16 \(from ESM\): OK \(ESM\)/g)).toHaveLength(entriesOf(room).length);
  }
});

test('the SDK installs only openapi-fetch and its dependencies', async () => {
  const tree = JSON.parse(await run(project, 'npm', 'ls', '--json', '--all', '@wigwag/sdk', 'openapi-fetch'));
  expect(Object.keys(manifestOf('sdk').dependencies)).toEqual(['openapi-fetch']);
  const { dependencies } = tree.dependencies['@wigwag/sdk'];
  expect(Object.keys(dependencies)).toEqual(['openapi-fetch']);
});

/** The limits of an installed command: packages, and bytes on the disk. */
const LIMITS = { packages: 200, bytes: 120e6 };

/** Returns the number of installed packages, and their bytes on the disk. */
function sizeOf(root: string): { packages: number; bytes: number } {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  // pnpm links folders, so a file has several paths.
  const paths = [...new Set(entries.map(({ parentPath, name }) => realpathSync(join(parentPath, name))))];
  return {
    packages: paths.filter((path) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path)).length,
    bytes: paths.reduce((bytes, path) => bytes + lstatSync(path).blocks * 512, 0),
  };
}

const PORTS = ['--port', '0', '--mock-port', '0', '--control-port', '0'];

/** A user who has Node and a package manager, and installs only the CLI. */
describe.each([22, 24])('the CLI alone, on Node %s', (major) => {
  const npx = ['npx', '--yes', '--prefer-offline'] as const;
  let nodes = '';
  beforeAll(async () => {
    const [file, ...flags] = npx;
    const path = await run(folder, file, ...flags, `--package=node@${major}`, '--', 'node', '-p', 'process.execPath');
    nodes = dirname(path.trim());
  });

  const userOf = (home: string) => ({ HOME: home, PATH: [nodes, '/usr/bin', '/bin'].join(delimiter) });
  const install: Record<string, (root: string, tarball: string) => Promise<string>> = {
    npm: async (root, tarball) => {
      await run(root, 'npm', 'install', '--global', '--prefix', root, '--prefer-offline', '--silent', tarball);
      return join(root, 'bin/wigwag');
    },
    pnpm: async (root, tarball) => {
      const [file, ...flags] = npx;
      writeFileSync(join(root, 'package.json'), '{"private":true}');
      await run(
        root,
        file,
        ...flags,
        'pnpm@10',
        'add',
        '--prefer-offline',
        '--store-dir',
        join(folder, 'store'),
        tarball,
      );
      return join(root, 'node_modules/.bin/wigwag');
    },
  };

  test.each(Object.keys(install))('installed with %s, it plays the demo and serves', async (manager) => {
    const root = join(folder, `${manager}-${major}`);
    mkdirSync(root);
    const tarball = readdirSync(packs).find((name) => name.startsWith('wigwag-cli-')) ?? '';
    const wigwag = (await install[manager]?.(root, join(packs, tarball))) ?? '';
    const { packages, bytes } = sizeOf(root);
    console.log(`${manager}: ${packages} packages, ${(bytes / 1e6).toFixed(0)} MB`);
    expect(packages).toBeGreaterThan(1);
    expect(packages).toBeLessThanOrEqual(LIMITS.packages);
    expect(bytes).toBeLessThanOrEqual(LIMITS.bytes);

    const cwd = join(root, 'work');
    mkdirSync(cwd);
    const env = userOf(cwd);
    const node = await promisify(execFile)('node', ['--version'], { cwd, env });
    expect(node.stdout).toMatch(`v${major}.`);
    const demo = await promisify(execFile)(wigwag, ['demo'], { cwd, env });
    expect(demo.stdout).toContain('every signature verified');

    const dev = spawn(wigwag, ['dev', '--json', ...PORTS], { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void dev.kill());
    const [line] = await once(createInterface({ input: dev.stdout }), 'line');
    const { base_url, live_key, mock_provider_url } = JSON.parse(line);
    // What the bundle reads from files: pages, pictures, and the types of uploads.
    const origin = base_url.replace('/api/v1', '');
    for (const url of [`${origin}/dashboard/`, `${origin}/developers/docs`, `${mock_provider_url}/`]) {
      expect([url, (await fetch(url)).status]).toEqual([url, 200]);
    }
    const form = new FormData();
    form.append('file', new Blob(['Hello'], { type: 'text/plain' }), 'hello.txt');
    const headers = { authorization: `Bearer ${live_key}` };
    const upload = await fetch(`${base_url}/media`, { method: 'POST', headers, body: form });
    expect([upload.status, await upload.json()]).toMatchObject([201, { data: { kind: 'document' } }]);
    const sent = await promisify(execFile)(wigwag, ['send', 'template', 'hello_world', '--to', '905559998877'], {
      cwd,
      env,
    });
    expect(sent.stdout).toMatch(/^msg_/);
    // A package that is loaded when it is needed, in CommonJS.
    const listed = await promisify(execFile)(wigwag, ['contacts', 'list', '--jq', 'length'], { cwd, env });
    expect(listed.stdout).toMatch(/^\d+\n$/);
    dev.kill('SIGTERM');
    expect(await once(dev, 'exit')).toEqual([0, null]);
  });
});
