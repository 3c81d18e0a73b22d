import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const SDK = fileURLToPath(new URL('../../../sdk/', import.meta.url));

/**
 * Bundles a module in the SDK's folder for browsers, minified. `size` is what a page loads at first, in bytes after gzip;
 * `later` is what it loads when it first calls a method that waits.
 */
export async function gzippedBundle(contents: string, conditions: readonly string[] = []) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: SDK },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    splitting: true,
    outdir: 'out',
    conditions: ['wigwag-source', ...conditions],
    metafile: true,
    write: false,
  });
  const loaded = new Set<string>();
  const load = (path: string): void => {
    loaded.add(path);
    const { imports = [] } = metafile.outputs[path] ?? {};
    imports
      .filter(({ kind }) => kind === 'import-statement')
      .forEach(({ path }) => {
        if (!loaded.has(path)) {
          load(path);
        }
      });
  };
  load(Object.keys(metafile.outputs).find((path) => metafile.outputs[path]?.entryPoint) ?? '');
  const sizeOf = (isFirst: boolean) =>
    outputFiles
      .filter(({ path }) => [...loaded].some((name) => path.endsWith(name)) === isFirst)
      .reduce((sum, file) => sum + gzipSync(file.contents, { level: 9 }).length, 0);
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const packages = Object.keys(metafile.inputs).flatMap((path) => path.match(/node_modules\/([^/]+)/)?.[1] ?? []);
  return {
    code: outputFiles.map(({ text }) => text).join('\n'),
    size: sizeOf(true),
    later: sizeOf(false),
    outputs: loaded.size,
    externals: imports.filter(({ external }) => external).map(({ path }) => path),
    packages: [...new Set(packages)],
  };
}
