import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// biome-ignore lint/suspicious/noExplicitAny: a package.json may contain anything
const readJson = (path: string): any => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));

const ROOMS = ['openapi', 'mock-provider', 'dashboard', 'server', 'sdk', 'conformance', 'cli'];

test('installing compiles nothing: better-sqlite3 ships its binary', () => {
  const { packages } = readJson('package-lock.json');
  expect(
    packages['node_modules/better-sqlite3'].gypfile,
    'npm 10 would run node-gyp for better-sqlite3, which needs Python and a compiler. Put the line "gypfile": false back ' +
      'under "node_modules/better-sqlite3" in package-lock.json; every `npm install` removes it.',
  ).toBe(false);
  // Newer versions of npm read this.
  expect(readJson('package.json').allowScripts).toMatchObject({ 'better-sqlite3': false, node: true });
});

test('the lock file pins the contents of packages, not the registry', () => {
  const packages: Record<string, { resolved?: string; link?: boolean; integrity?: string }> =
    readJson('package-lock.json').packages;
  const fromSomewhere = Object.entries(packages).filter(([, { resolved }]) => /^\w+:\/\//.test(resolved ?? ''));
  expect(fromSomewhere.map(([name]) => name)).toEqual([]);
  const installed = Object.entries(packages).filter(([name, { link }]) => name.includes('node_modules/') && !link);
  expect(installed.length).toBeGreaterThan(200);
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([name]) => name)).toEqual([]);
});

test('the packages that users install have licenses that CONTRIBUTING.md lists', () => {
  const guide = readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8');
  const allowed = /one of these licenses: (.*)\./.exec(guide)?.[1]?.split(', ') ?? [];
  const packages: Record<string, Record<string, unknown>> = readJson('package-lock.json').packages;
  const installed = Object.entries(packages).filter(
    ([name, { link, dev, devOptional, optional, peer }]) =>
      name.includes('node_modules/') && !(link || dev || devOptional || optional || peer),
  );
  expect(installed.length).toBeGreaterThan(150);
  const others = installed.filter(
    ([, { license }]) =>
      !String(license)
        .match(/[^() ]+/g)
        ?.some((one) => allowed.includes(one)),
  );
  expect(others.map(([name, { license }]) => `${name}: ${license}`)).toEqual([]);
});

test('the workspaces are the seven packages', () => {
  expect(readJson('package.json').workspaces).toEqual(ROOMS);
});

test.each(ROOMS)('the package of %s has a description and exports', (room) => {
  const manifest = readJson(`${room}/package.json`);
  expect(manifest).toMatchObject({
    name: `@wigwag/${room}`,
    version: readJson('openapi/package.json').version,
    description: expect.stringMatching(/\.$/),
    license: 'MIT',
    type: 'module',
    engines: { node: '>=22.18' },
    exports: expect.any(Object),
    // The command line ships one bundle, which contains the other packages.
    files: expect.arrayContaining(room === 'cli' ? ['bin', 'bundle'] : ['dist', '!**/*.tsbuildinfo']),
  });
  expect(manifest.keywords.length).toBeGreaterThan(3);
});

test("the packages have the root's repository address, and are published with provenance", () => {
  const { repository, bugs, homepage } = readJson('package.json');
  const home = 'https://github.com/wigwag/wigwag';
  expect({ repository, bugs, homepage }).toEqual({
    repository: { type: 'git', url: `git+${home}.git` },
    bugs: { url: `${home}/issues` },
    homepage: `${home}#readme`,
  });
  for (const room of ROOMS) {
    expect(readJson(`${room}/package.json`)).toMatchObject({
      repository: { ...repository, directory: room },
      bugs,
      homepage: `${home}/tree/main/${room}#readme`,
      publishConfig: { access: 'public', provenance: true },
    });
  }
});

test('workspace packages depend on each other only along the arrows, at one version', () => {
  const { version } = readJson('openapi/package.json');
  const ours = (room: string) => {
    const { dependencies, devDependencies } = readJson(`${room}/package.json`);
    // Those of the command line are in its bundle, so that only a build needs them.
    const all = Object.entries({ ...dependencies, ...(room === 'cli' && devDependencies) });
    return Object.fromEntries(all.filter(([name]) => name.startsWith('@wigwag/')));
  };
  expect(Object.fromEntries(ROOMS.map((room) => [room, ours(room)]))).toEqual({
    openapi: {},
    'mock-provider': { '@wigwag/dashboard': version },
    dashboard: {},
    server: { '@wigwag/dashboard': version, '@wigwag/openapi': version },
    sdk: {},
    conformance: { '@wigwag/openapi': version },
    cli: {
      '@wigwag/conformance': version,
      '@wigwag/mock-provider': version,
      '@wigwag/sdk': version,
      '@wigwag/server': version,
    },
  });
});

test('the only runtime dependency of the sdk is openapi-fetch', () => {
  expect(Object.keys(readJson('sdk/package.json').dependencies)).toEqual(['openapi-fetch']);
});

test('all packages are released at one version', () => {
  expect(readJson('.changeset/config.json')).toMatchObject({ fixed: [['@wigwag/*']], baseBranch: 'main' });
});
