import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { bundle } from './bundle.ts';

/**
 * `npm run lab -- executable`: builds `lab/package/dist/wigwag`, a program for this platform that needs no Node. It is
 * Node with the bundle of the command line inside (a single executable application).
 */

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../..');
const DIST = join(HERE, 'dist');
const EXECUTABLE = join(DIST, process.platform === 'win32' ? 'wigwag.exe' : 'wigwag');
/** Node searches for this text in its program file. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const argon2 = 'node_modules/@node-rs/argon2';
const sqlite = 'node_modules/better-sqlite3';
const FILES = [
  ...['package.json', 'LICENSE', 'bin/*'].map((pattern) => ({ from: 'cli', pattern })),
  { from: 'lab/package/dist', pattern: 'bundle/dist/**' },
  ...['package.json', 'LICENSE', 'lib/**', `prebuilds/{linuxmusl,${process.platform}}-${process.arch}.node`].map(
    (pattern) => ({ from: '.', pattern: `${sqlite}/${pattern}` }),
  ),
  ...[argon2, `${argon2}-${process.platform}-${process.arch}*`].map((folder) => ({
    from: '.',
    pattern: `${folder}/{package.json,LICENSE,*.js,*.node}`,
  })),
];

await bundle(join(DIST, 'bundle/dist'));
const contents = FILES.flatMap(({ from, pattern }) => {
  const cwd = join(ROOT, from);
  return globSync(pattern, { cwd })
    .filter((path) => statSync(join(cwd, path)).isFile())
    .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(cwd, path))] as const);
}).sort(([a], [b]) => (a < b ? -1 : 1));
for (const needed of ['bin/wigwag.js', 'bundle/dist/main.js', `${sqlite}/lib/index.js`]) {
  if (!contents.some(([path]) => path === needed)) {
    throw new Error(`The executable lacks ${needed}.`);
  }
}
const all = Buffer.concat(contents.map(([, content]) => content));
const files = contents.map(([path, content]) => [path, content.length]);
const hash = createHash('sha256').update(JSON.stringify(files)).update(all).digest('hex').slice(0, 32);

mkdirSync(DIST, { recursive: true });
writeFileSync(join(DIST, 'index.json'), JSON.stringify({ hash, files }));
writeFileSync(join(DIST, 'files.br'), brotliCompressSync(all, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
const config = {
  main: join(HERE, 'start.cjs'),
  output: join(DIST, 'wigwag.blob'),
  disableExperimentalSEAWarning: true,
  assets: { index: join(DIST, 'index.json'), files: join(DIST, 'files.br') },
};
writeFileSync(join(DIST, 'sea.json'), JSON.stringify(config));
const run = (file: string, ...args: string[]) =>
  execFileSync(file, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
run(process.execPath, '--experimental-sea-config', join(DIST, 'sea.json'));
copyFileSync(process.execPath, EXECUTABLE);
// macOS refuses a program that was changed after it was signed.
if (process.platform === 'darwin') {
  run('codesign', '--remove-signature', EXECUTABLE);
}
const segment = process.platform === 'darwin' ? ['--macho-segment-name', 'NODE_SEA'] : [];
const inject = [EXECUTABLE, 'NODE_SEA_BLOB', config.output, '--sentinel-fuse', FUSE, ...segment];
run('npx', '--yes', '--prefer-offline', 'postject@1.0.0-alpha.6', ...inject);
if (process.platform === 'darwin') {
  run('codesign', '--sign', '-', EXECUTABLE);
}
const megabytes = (path: string) => (statSync(path).size / 1e6).toFixed(1);
console.log(`${EXECUTABLE}: ${megabytes(EXECUTABLE)} MB, of which Node ${megabytes(process.execPath)} MB`);
