import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

test('all of it is under 8 kB for a browser, minified and compressed, and names nothing of Node', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL('index.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    metafile: true,
  });
  expect(gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length).toBeLessThanOrEqual(8_000);
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  expect(imports).toEqual([]);
  const packages = Object.keys(metafile.inputs).flatMap((path) => path.match(/node_modules\/([^/]+)/)?.[1] ?? []);
  expect([...new Set(packages)]).toEqual(['openapi-fetch']);
});
