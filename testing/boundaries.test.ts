import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CONFIG = join(ROOT, '.config/dependency-cruiser.cjs');
const PACKAGES = ['openapi', 'server', 'sdk', 'cli', 'mock-provider', 'conformance'];

/** The allowed arrows between packages. All others are refused. */
const ARROWS = [
  'server → openapi',
  'conformance → openapi',
  'cli → sdk',
  'cli → server',
  'cli → mock-provider',
  'cli → conformance',
];
const PAIRS = PACKAGES.flatMap((from) => PACKAGES.filter((to) => to !== from).map((to) => [from, to] as const));
const REFUSED_PAIRS = PAIRS.filter(([from, to]) => !ARROWS.includes(`${from} → ${to}`));

/** A rule, a file and its import, which the rule refuses. */
const VIOLATIONS: [rule: string, file: string, imports: string][] = [
  ...REFUSED_PAIRS.map(([from, to]): [string, string, string] => [
    from === 'server' && to === 'mock-provider' ? 'server-without-mock' : `${from}-arrows`,
    `${from}/by-name-${to}.ts`,
    `@wigwag/${to}`,
  ]),
  ...PAIRS.map(([from, to]): [string, string, string] => [
    'packages-by-name',
    `${from}/by-path-${to}.ts`,
    `../${to}/index.ts`,
  ]),
  ['packages-by-name', 'cli/by-path-dist.ts', '../server/dist/index.js'],
  ['packages-by-name', 'server/tests/by-path.test.ts', '../../mock-provider/index.ts'],
  ['server-arrows', 'server/tests/sdk.test.ts', '@wigwag/sdk'],
  ['server-without-mock', 'server/worker/messages/mock.ts', '@wigwag/mock-provider'],
  ['tests-stay-tests', 'sdk/bench.ts', '../bench/target.ts'],
  ['tests-stay-tests', 'server/http/helper.ts', '../../testing/target.ts'],
  ['tests-stay-tests', 'server/http/testing-helper.ts', '../testing/target.ts'],
  ['http-layer', 'server/http/messages/worker.ts', '../../worker/target.ts'],
  ['http-layer', 'server/http/messages/outbound.ts', '../../outbound/target.ts'],
  ['http-layer', 'server/http/messages/providers.ts', '../../providers/target.ts'],
  ['http-layer', 'server/http/messages/admin.ts', '../../admin/target.ts'],
  ['http-layer', 'server/http/messages/control.ts', '../../control/target.ts'],
  ['worker-layer', 'server/worker/messages/http.ts', '../../http/target.ts'],
  ['worker-layer', 'server/worker/messages/providers.ts', '../../providers/target.ts'],
  ['worker-layer', 'server/worker/messages/admin.ts', '../../admin/target.ts'],
  ['worker-layer', 'server/worker/messages/control.ts', '../../control/target.ts'],
  ['domain-layer', 'server/domain/messages/http.ts', '../../http/target.ts'],
  ['domain-layer', 'server/domain/messages/worker.ts', '../../worker/target.ts'],
  ['domain-layer', 'server/domain/messages/providers.ts', '../../providers/target.ts'],
  ['domain-layer', 'server/domain/messages/admin.ts', '../../admin/target.ts'],
  ['domain-layer', 'server/domain/messages/control.ts', '../../control/target.ts'],
  ['store-layer', 'server/store/messages/domain.ts', '../../domain/target.ts'],
  ['store-layer', 'server/store/messages/http.ts', '../../http/target.ts'],
  ['store-layer', 'server/store/messages/worker.ts', '../../worker/target.ts'],
  ['store-layer', 'server/store/messages/outbound.ts', '../../outbound/target.ts'],
  ['store-layer', 'server/store/messages/providers.ts', '../../providers/target.ts'],
  ['store-layer', 'server/store/messages/admin.ts', '../../admin/target.ts'],
  ['store-layer', 'server/store/messages/control.ts', '../../control/target.ts'],
  ['store-layer', 'server/store/messages/process.ts', '../../process/target.ts'],
  ['providers-layer', 'server/providers/page/domain.ts', '../../domain/target.ts'],
  ['providers-layer', 'server/providers/page/http.ts', '../../http/target.ts'],
  ['providers-layer', 'server/providers/page/worker.ts', '../../worker/target.ts'],
  ['providers-layer', 'server/providers/page/admin.ts', '../../admin/target.ts'],
  ['providers-layer', 'server/providers/page/control.ts', '../../control/target.ts'],
  ['outbound-layer', 'server/outbound/domain.ts', '../domain/target.ts'],
  ['outbound-layer', 'server/outbound/store.ts', '../store/target.ts'],
  ['outbound-layer', 'server/outbound/providers.ts', '../providers/target.ts'],
  ['outbound-layer', 'server/outbound/http.ts', '../http/target.ts'],
  ['outbound-layer', 'server/outbound/worker.ts', '../worker/target.ts'],
  ['outbound-layer', 'server/outbound/admin.ts', '../admin/target.ts'],
  ['outbound-layer', 'server/outbound/control.ts', '../control/target.ts'],
  ['providers-apart', 'server/providers/page/whatsapp.ts', '../whatsapp/target.ts'],
  ['providers-apart', 'server/providers/whatsapp/web.ts', '../web/target.ts'],
  ['domain-without-network', 'server/domain/messages/hapi.ts', '@hapi/hapi'],
  ['domain-without-network', 'server/domain/messages/undici.ts', 'undici'],
  ['domain-without-network', 'server/domain/messages/https.ts', 'node:https'],
  ['store-without-network', 'server/store/messages/hapi.ts', '@hapi/hapi'],
  ['store-without-network', 'server/store/messages/undici.ts', 'undici'],
  ['store-without-network', 'server/store/messages/node-http.ts', 'node:http'],
  ['no-cycles', 'server/domain/cycle-1.ts', './cycle-2.ts'],
  ['no-cycles', 'cli/type-cycle-1.ts', './type-cycle-2.ts'],
  ['resolvable', 'sdk/nowhere.ts', './nothing-here.ts'],
];

const ALLOWED: [file: string, imports: string][] = [
  ...PAIRS.filter(([from, to]) => ARROWS.includes(`${from} → ${to}`)).map(([from, to]): [string, string] => [
    `${from}/by-name-${to}.ts`,
    `@wigwag/${to}`,
  ]),
  ['server/tests/mock.test.ts', '@wigwag/mock-provider'],
  ['server/store/messages/layers.test.ts', '../../http/target.ts'],
  ['sdk/tests/bundle.test.ts', '../../bench/target.ts'],
  ['server/testing/browser.ts', '../../testing/target.ts'],
  ['server/http/messages/send.ts', '../../domain/target.ts'],
  ['server/worker/messages/send.ts', '../../domain/target.ts'],
  ['server/domain/messages/store.ts', '../../store/target.ts'],
  ['server/providers/page/shared.ts', '../target.ts'],
  ['server/providers/page/meta.ts', '../meta/target.ts'],
  ['server/http/messages/neutral.ts', '../../providers/callback.ts'],
  ['server/domain/messages/neutral.ts', '../../providers/provider.ts'],
  ['server/domain/messages/outbound.ts', '../../outbound/target.ts'],
  ['server/http/server.ts', '@hapi/hapi'],
  ['server/outbound/request.ts', 'undici'],
];

/** Files that the rows import. */
const TARGETS: Record<string, string> = {
  ...Object.fromEntries(
    PACKAGES.flatMap((name) => [
      [`${name}/index.ts`, ''],
      [`${name}/dist/index.js`, ''],
    ]),
  ),
  ...Object.fromEntries(
    ['http', 'worker', 'domain', 'store', 'providers', 'outbound', 'admin', 'control', 'process', 'testing']
      .map((layer) => `server/${layer}/target.ts`)
      .concat(['whatsapp', 'web', 'meta'].map((name) => `server/providers/${name}/target.ts`))
      .concat('server/providers/callback.ts', 'server/providers/provider.ts')
      .concat('bench/target.ts', 'testing/target.ts')
      .map((path) => [path, '']),
  ),
  'server/domain/cycle-2.ts': "import './cycle-1.ts';",
  'cli/type-cycle-2.ts': "import type { Anything } from './type-cycle-1.ts';",
  'node_modules/@hapi/hapi/index.js': '',
  'node_modules/undici/index.js': '',
};

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wigwag-boundaries-')));
afterAll(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Returns `rule: file` for each import that the configuration refuses. */
let refused: string[];

beforeAll(async () => {
  for (const [path, text] of Object.entries(TARGETS)) {
    write(path, `${text}\nexport {};\n`);
  }
  for (const name of PACKAGES) {
    copyFileSync(join(ROOT, name, 'package.json'), join(folder, name, 'package.json'));
    mkdirSync(join(folder, 'node_modules/@wigwag'), { recursive: true });
    symlinkSync(join(folder, name), join(folder, 'node_modules/@wigwag', name));
  }
  for (const [file, imports] of [...VIOLATIONS.map(([, ...row]) => row), ...ALLOWED]) {
    write(file, `import type { Anything } from '${imports}';\n`);
  }
  const cruise = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const roots = [...PACKAGES, 'testing', 'bench'];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [cruise, '--config', CONFIG, '--output-type', 'json', ...roots],
    { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
  );
  const { summary } = JSON.parse(stdout) as { summary: { violations: { from: string; rule: { name: string } }[] } };
  refused = summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`);
});

test.each(VIOLATIONS)('%s refuses that %s imports %s', (rule, file) => {
  expect(refused).toContain(`${rule}: ${file}`);
});

test.each(ALLOWED)('%s may import %s', (file) => {
  expect(refused.filter((line) => line.endsWith(`: ${file}`))).toEqual([]);
});

test('every rule has a row in this test', () => {
  const { forbidden } = createRequire(import.meta.url)(CONFIG) as { forbidden: { name: string }[] };
  expect([...new Set(VIOLATIONS.map(([rule]) => rule))].sort()).toEqual(forbidden.map(({ name }) => name).sort());
});
