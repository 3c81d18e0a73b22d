import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const SDK = fileURLToPath(new URL('../../../sdk/', import.meta.url));

/** Bundles a module in the SDK's folder for browsers into one minified file. `size` is in bytes, after gzip. */
export async function gzippedBundle(contents: string, conditions: readonly string[] = []) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: SDK },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['wigwag-source', ...conditions],
    metafile: true,
    write: false,
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const packages = Object.keys(metafile.inputs).flatMap((path) => path.match(/node_modules\/([^/]+)/)?.[1] ?? []);
  return {
    code: outputFiles.map(({ text }) => text).join('\n'),
    size: outputFiles.reduce((sum, file) => sum + gzipSync(file.contents, { level: 9 }).length, 0),
    outputs: outputFiles.length,
    externals: imports.filter(({ external }) => external).map(({ path }) => path),
    packages: [...new Set(packages)],
  };
}
