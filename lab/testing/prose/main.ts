import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CALQUES } from './calques.ts';
import { type Prose, proseOfLines, proseOfMarkdown, proseOfSource } from './texts.ts';

/* `npm run lint` refuses phrases that a native writer would not use. */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Files without our prose, or with intentional phrases. */
const LEFT_OUT = /(^|\/)(generated|dist|LICENSE)(\/|$)|^lab\/testing\/prose\/|^package-lock\.json$/;

function proseOf(path: string): Prose[] {
  const source = readFileSync(join(ROOT, path), 'utf8');
  if (/\.(ts|tsx|mjs|cjs|js)$/.test(path)) {
    return proseOfSource(path, source);
  }
  if (path.endsWith('.md')) {
    return proseOfMarkdown(source);
  }
  return /\.(ya?ml|html|css|txt)$/.test(path) ? proseOfLines(source) : [];
}

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && !LEFT_OUT.test(path) && existsSync(join(ROOT, path)));
for (const path of files) {
  for (const prose of proseOf(path)) {
    for (const [phrase, instead] of CALQUES) {
      for (const { 0: match, index } of prose.text.matchAll(new RegExp(phrase, 'gim'))) {
        const line = prose.line + prose.text.slice(0, index).split('\n').length - 1;
        console.error(`${path}:${line}: "${match.trim()}": write ${instead}`);
        process.exitCode = 1;
      }
    }
  }
}
