import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

test('what a browser loads at once is under 8 kB, minified and compressed; nothing of it is of Node', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL('index.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    // Uploads and the tail are loaded by those who use them.
    splitting: true,
    outdir: 'out',
    write: false,
    metafile: true,
  });
  const sizeOf = (name: string) =>
    gzipSync(outputFiles.find(({ path }) => path.endsWith(name))?.contents ?? '', { level: 9 }).length;
  const { 'out/index.js': entry, ...rest } = metafile.outputs;
  const loadedLater = entry?.imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path) ?? [];
  expect(loadedLater.map((path) => path.replace(/-.*/, ''))).toEqual(['out/upload', 'out/tail']);
  const atOnce = ['out/index.js', ...Object.keys(rest).filter((path) => !loadedLater.includes(path))];
  expect(atOnce.map(sizeOf).reduce((sum, size) => sum + size)).toBeLessThanOrEqual(8_000);
  for (const path of loadedLater) {
    expect(sizeOf(path)).toBeLessThanOrEqual(1_600);
  }
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  expect(imports.filter(({ external }) => external)).toEqual([]);
  const packages = Object.keys(metafile.inputs).flatMap((path) => path.match(/node_modules\/([^/]+)/)?.[1] ?? []);
  expect([...new Set(packages)]).toEqual(['openapi-fetch']);
});
