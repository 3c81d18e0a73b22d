import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';

/**
 * Bundles the command line with all packages that it uses. `npm pack` does it before it packs the CLI, which then
 * installs in seconds and needs no compiler.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The files that programs of the bundle read by the name of their package, and their folders in the bundle. */
const FILES: Record<string, { from: string; files: string[] }> = {
  '@wigwag/conformance': {
    from: 'conformance',
    files: ['clauses/**', 'pairs.yaml', 'report/filter.js', 'report/generated/*'],
  },
  '@wigwag/dashboard': { from: 'dashboard/dist', files: ['app/**', 'mock/**'] },
  '@wigwag/openapi': { from: 'openapi/generated', files: ['openapi.*'] },
  '#http': { from: 'server/http', files: ['*/browser/**', '*/generated/*.{css,js,json,woff2}'] },
};

/** They contain machine code. npm installs that of the user's platform. */
const INSTALLED = ['@node-rs/argon2', 'better-sqlite3'];
/** Optional drivers and tools that other packages import if they are installed. */
const ABSENT = [
  ...['mariadb', 'mysql', 'mysql2', 'oracledb', 'pg-native', 'pg-query-stream', 'sqlite3', 'tedious'],
  'react-devtools-core',
];

const folderOf = (name: string): string => `./files/${name.replace(/^.*[/#]/, '')}`;

const readsInside: Plugin = {
  name: 'reads-inside',
  setup({ onLoad }) {
    // file-type hides this import from bundlers, because browsers do not have it.
    onLoad({ filter: /\/node_modules\/file-type\/source\/index\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace("importAtRuntime('strtok3')", "import('strtok3')"),
    }));
    // This assigns to a variable that it does not declare, which modules may not do.
    onLoad({ filter: /\/node_modules\/sixel\/upng\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace('module.exports = UPNG = {}', 'const UPNG = module.exports = {}'),
    }));
    const named = new RegExp(`(\\bresolve\\(['\`])(${Object.keys(FILES).join('|')})(?=/)`, 'g');
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(named, (_, call: string, name: string) => call + folderOf(name)),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }));
  },
};

/** Copies files to a folder of the bundle. Fails if a pattern matches nothing. */
function copy(bundle: string, name: string, from: string, patterns: readonly string[]): void {
  for (const pattern of patterns) {
    const names = globSync(pattern, { cwd: from, withFileTypes: true }).filter((entry) => entry.isFile());
    if (names.length === 0) {
      throw new Error(`The bundle needs ${pattern} of ${from}. Run \`npm run build\`.`);
    }
    for (const { parentPath, name: file } of names) {
      const source = join(parentPath, file);
      const target = join(bundle, folderOf(name), source.slice(from.length));
      mkdirSync(dirname(target), { recursive: true });
      cpSync(source, target);
    }
  }
}

/** Returns the licenses of all packages in the bundle. */
function licensesOf({ inputs }: Metafile): string {
  const folders = new Set(
    Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []),
  );
  return [...folders]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Record<
        string,
        string
      >;
      const [file] = globSync('{LICEN[CS]E,licen[cs]e,COPYING}*', { cwd: join(ROOT, folder) });
      const text = file === undefined ? '' : readFileSync(join(ROOT, folder, file), 'utf8').trim();
      return `${name} ${version}: ${license}\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/**
 * Gives `import()` of a CommonJS package its named exports, as Node does. esbuild makes a file of such a package that has
 * only the default export.
 */
function nameExports(folder: string, { inputs, outputs }: Metafile): void {
  const isCommonJs = ({ entryPoint = '' }: Metafile['outputs'][string]) => inputs[entryPoint]?.format === 'cjs';
  const packages = Object.entries(outputs).flatMap(([path, output]) => (isCommonJs(output) ? basename(path) : []));
  for (const name of globSync('*.js', { cwd: folder })) {
    const code = readFileSync(join(folder, name), 'utf8');
    const changed = code.replace(/\bimport\("\.\/([^"]+)"\)/g, (call, file) =>
      packages.includes(file) ? `${call}.then(({ default: all }) => ({ ...all, default: all }))` : call,
    );
    writeFileSync(join(folder, name), changed);
  }
}

/** Writes the bundle to a folder. */
export async function bundle(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['cli/main.ts'],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.18',
    conditions: ['wigwag-source'],
    define: { 'process.env.NODE_ENV': '"production"' },
    minifySyntax: true,
    external: [...INSTALLED, ...ABSENT, 'mariadb/callback'],
    plugins: [readsInside],
    // What Node gives CommonJS packages.
    banner: {
      js: [
        "import { createRequire as requireOf } from 'node:module';",
        'const require = requireOf(import.meta.url);',
        'const { dirname: __dirname, filename: __filename } = import.meta;',
      ].join(' '),
    },
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    // main.ts sets a default for NODE_ENV.
    logOverride: { 'assign-to-define': 'silent' },
  });
  nameExports(folder, metafile);
  for (const [name, { from, files }] of Object.entries(FILES)) {
    copy(folder, name, join(ROOT, from), files);
  }
  writeFileSync(join(folder, 'licenses.txt'), licensesOf(metafile));
  for (const name of globSync('*.js', { cwd: folder })) {
    const [hidden] = /importAtRuntime\(["'].*/.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
    if (hidden !== undefined) {
      throw new Error(`The bundle lacks a package: ${hidden}`);
    }
  }
}

if (import.meta.main) {
  await bundle(join(ROOT, 'cli/bundle/dist'));
}
