// The boundaries in "The tree" in CONTRIBUTING.md.

/** The package imports of the tree's arrows. Files of one package import another package by name. */
const ARROWS = {
  openapi: [],
  server: ['openapi', 'dashboard', 'mock-provider'], // mock-provider in tests only: see the rule server-without-mock
  sdk: [],
  cli: ['sdk', 'server', 'mock-provider', 'conformance'],
  'mock-provider': ['dashboard'], // its built files: the page at /
  conformance: ['openapi'],
  dashboard: ['openapi'],
};
const PACKAGES = Object.keys(ARROWS);
const TESTS = String.raw`\.test\.tsx?$|/(tests|testing)/`;

const packagePath = (names) => `^(${names.join('|')})/`;
// @wigwag/cli exports nothing, so an import of it is not resolved to a file.
const packageOrName = (names) => `${packagePath(names)}|^@wigwag/(${names.join('|')})(/|$)`;
const layerPath = (...names) => `^server/(${names.join('|')})/`;
const modulePath = (names) => `(^|/)node_modules/(${names.join('|')})/`;
const HTTP_MODULES = ['@hapi/hapi', 'undici'];

const arrows = PACKAGES.map((name) => ({
  name: `${name}-arrows`,
  comment: `The package ${name} imports ${ARROWS[name].join(', ') || 'no other package'}. See the arrows in CONTRIBUTING.md.`,
  severity: 'error',
  from: { path: packagePath([name]) },
  to: { path: packageOrName(PACKAGES.filter((other) => other !== name && !ARROWS[name].includes(other))) },
}));

/**
 * The layers of the server, from the lowest to the highest, and the layers that each one imports. A layer imports only
 * lower ones, so the folders have no circle. Tests import anything.
 */
const LAYERS = {
  base: [],
  config: [],
  engine: ['base'],
  store: ['base', 'engine'],
  outbound: ['base', 'config', 'engine'],
  providers: ['base', 'config', 'engine', 'store', 'outbound'],
  app: ['base', 'config', 'engine', 'store', 'outbound', 'providers'],
  domain: ['base', 'config', 'engine', 'store', 'outbound', 'app'],
  worker: ['base', 'engine', 'store', 'outbound', 'app', 'domain'],
  admin: ['base', 'config', 'engine', 'store', 'outbound', 'providers', 'app', 'domain'],
  http: ['base', 'config', 'engine', 'store', 'app', 'domain'],
  process: ['base', 'config', 'engine', 'store', 'app', 'worker', 'admin', 'http'],
  control: ['base', 'engine', 'store', 'providers', 'app', 'domain', 'worker', 'admin', 'http', 'process'],
};
const ORDER = Object.keys(LAYERS);
for (const [layer, lower] of Object.entries(LAYERS)) {
  if (lower.some((other) => ORDER.indexOf(other) === -1 || ORDER.indexOf(other) >= ORDER.indexOf(layer))) {
    throw new Error(`LAYERS: ${layer} imports a layer that is not below it`);
  }
}
/** What every provider has in common: the layers above import this, even if they import no provider. */
const NEUTRAL = '^server/providers/(provider|callback)[.]ts$';
/** The admin API and the dashboard are the operator's functions over HTTP. */
const ADMIN_API = 'http/(admin|dashboard)';
const layerRule = (layer, lower) => ({
  name: `${layer}-layer`,
  comment: `server/${layer} imports ${lower.join(', ') || 'no other folder of the server'}. See the layers in CONTRIBUTING.md.`,
  severity: 'error',
  from: { path: layerPath(layer), pathNot: layer === ADMIN_API ? TESTS : `${TESTS}|${layerPath(ADMIN_API)}` },
  to: {
    path: '^server/(?!node_modules/)',
    pathNot: [
      layerPath(layer, ...lower),
      ...(lower.includes('app') ? [NEUTRAL] : []),
    ].join('|'),
  },
});
const layers = [
  ...Object.entries(LAYERS).map(([layer, lower]) => layerRule(layer, lower)),
  layerRule(ADMIN_API, ['admin', 'http', ...LAYERS.http]),
];

module.exports = {
  forbidden: [
    ...arrows,
    {
      name: 'server-without-mock',
      comment: 'The server reaches Meta or the mock by URL. Only its tests import the mock.',
      severity: 'error',
      from: { path: packagePath(['server']), pathNot: TESTS },
      to: { path: packagePath(['mock-provider']) },
    },
    {
      name: 'packages-by-name',
      comment: 'Import another package by its name, not by a path into its folder.',
      severity: 'error',
      from: { path: packagePath(PACKAGES) },
      to: { path: packagePath(PACKAGES), pathNot: '^$1/', dependencyTypes: ['local'], dependencyTypesNot: ['aliased'] },
    },
    {
      name: 'tests-stay-tests',
      comment: 'What is published imports no test, no benchmark and nothing of lab/ or docs/.',
      severity: 'error',
      from: { path: packagePath(PACKAGES), pathNot: TESTS },
      to: { path: `${TESTS}|^(lab|docs)/` },
    },
    ...layers,
    {
      name: 'providers-apart',
      comment: "A provider does not import another one. What Meta's have in common is in server/providers/meta.",
      severity: 'error',
      from: { path: '^server/providers/([^/]+)/', pathNot: TESTS },
      to: { path: '^server/providers/[^/]+/', pathNot: '^server/providers/($1|meta)/' },
    },
    {
      name: 'domain-without-network',
      comment: 'The domain knows neither hapi nor a client of HTTP. Biome refuses the global fetch there.',
      severity: 'error',
      from: { path: layerPath('domain'), pathNot: TESTS },
      to: { path: `${modulePath(HTTP_MODULES)}|^(node:)?(http|https|http2)$` },
    },
    {
      name: 'store-without-network',
      comment: 'The store knows SQL only: neither hapi nor a client of HTTP.',
      severity: 'error',
      from: { path: layerPath('store'), pathNot: TESTS },
      to: { path: `${modulePath(HTTP_MODULES)}|^(node:)?(http|https|http2)$` },
    },
    {
      name: 'no-cycles',
      comment: 'Move what both files use to a third file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'A path that leads nowhere would pass every other rule.',
      severity: 'error',
      from: {},
      // vite.config.ts of the dashboard writes `virtual:facts`.
      to: { couldNotResolve: true, pathNot: '^virtual:facts$' },
    },
  ],
  options: {
    // Programs that import generated code, which exists only while their check runs, or what only their command installs.
    exclude: {
      path: '^lab/((consumers/(apps|generated)|recipes/generated|bench/rivals)/|consumers/collections\\.ts$)',
    },
    // Type imports count as dependencies.
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['(^|/)node_modules/', '(^|/)dist/'] },
    enhancedResolveOptions: {
      conditionNames: ['wigwag-source', 'types', 'import', 'require', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};
