import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from 'lightningcss';

/*
 * Bundles the stylesheets of the pages that Vite does not build: each imports the tokens and the parts that it needs
 * from this package, and becomes one file beside the code that serves it. `npm run generate` runs it.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The stylesheets, relative to the repository. Each is written to `generated/` in the folder of its package's page. */
const STYLESHEETS = {
  'server/http/developers/browser/pages.css': 'server/http/developers/generated',
  'server/http/web-chat/browser/chat.css': 'server/http/web-chat/generated',
  'server/http/web-chat/browser/snippet.css': 'server/http/web-chat/generated',
  'conformance/report/report.css': 'conformance/report/generated',
};

/** The fonts that the developers' pages load. The report and the web chat use the system's. */
const FONTS = ['inter', 'jetbrains-mono'];
const FONTS_FOLDER = 'server/http/developers/generated';

/** Versions of browsers, major in the third byte: light-dark() and nesting become what these understand. */
const BROWSERS = {
  chrome: 111 << 16,
  firefox: 114 << 16,
  safari: (16 << 16) | (4 << 8),
  ios_saf: (16 << 16) | (4 << 8),
};

for (const [source, folder] of Object.entries(STYLESHEETS)) {
  const { code } = bundle({ filename: join(ROOT, source), minify: true, targets: BROWSERS });
  mkdirSync(join(ROOT, folder), { recursive: true });
  writeFileSync(join(ROOT, folder, basename(source)), code);
}

const { resolve } = createRequire(import.meta.url);
for (const name of FONTS) {
  const files = join(dirname(resolve(`@fontsource-variable/${name}/package.json`)), 'files');
  copyFileSync(join(files, `${name}-latin-wght-normal.woff2`), join(ROOT, FONTS_FOLDER, `${name}.woff2`));
}
