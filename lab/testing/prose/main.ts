import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CALQUES } from './calques.ts';
import { type Prose, proseOfLines, proseOfMarkdown, proseOfSource } from './texts.ts';

/*
 * Counts phrases that a native writer would not use, by folder and kind, and refuses more than `.config/calques.json`
 * allows.
 *
 *   npm run lint:prose                     compares the counts
 *   npm run lint:prose -- --list cli sdk   lists the phrases below these paths
 *   npm run lint:prose -- --lower          writes counts that fell
 */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const LIMITS = join(ROOT, '.config/calques.json');

/** Files without our prose, or with intentional phrases. */
const LEFT_OUT =
  /(^|\/)(generated|dist|LICENSE)(\/|$)|^lab\/testing\/prose\/|^package-lock\.json$|^\.config\/calques\.json$/;

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

/** Returns the group in which prose is counted: a package's comments, tests or texts, or the guides of a folder. */
function groupOf(path: string, { kind }: Prose): string {
  const [first = ''] = path.split('/');
  const folder = path.includes('/') ? first : '.';
  if (path.endsWith('.md')) {
    return `${folder} guides`;
  }
  const isTest = /\.test\.tsx?$|\/(tests|testing)\//.test(path) || /^lab\//.test(path);
  return `${folder} ${kind === 'comment' ? 'comments' : isTest ? 'tests' : 'texts'}`;
}

const [option, ...paths] = process.argv.slice(2);
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && !LEFT_OUT.test(path));
const counts = new Map<string, number>();
for (const path of files) {
  const isListed = option === '--list' && (paths.length === 0 || paths.some((one) => path.startsWith(one)));
  for (const prose of proseOf(path)) {
    for (const [phrase, instead] of CALQUES) {
      for (const { 0: match, index } of prose.text.matchAll(new RegExp(phrase, 'gim'))) {
        const group = groupOf(path, prose);
        counts.set(group, (counts.get(group) ?? 0) + 1);
        if (isListed) {
          const line = prose.line + prose.text.slice(0, index).split('\n').length - 1;
          console.log(`${path}:${line}: "${match.trim()}": write ${instead}`);
        }
      }
    }
  }
}

const limits: Record<string, number> = JSON.parse(readFileSync(LIMITS, 'utf8'));
const found = Object.fromEntries([...counts].sort());
if (option === '--lower') {
  const lower = Object.entries(found).map(([group, count]) => [group, Math.min(count, limits[group] ?? 0)]);
  writeFileSync(LIMITS, `${JSON.stringify(Object.fromEntries(lower), undefined, 2)}\n`);
}
if (option !== '--list') {
  const grown = Object.entries(found).filter(([group, count]) => count > (limits[group] ?? 0));
  for (const [group, count] of grown) {
    console.error(`${group}: ${count} phrases to replace, where ${limits[group] ?? 0} are allowed.`);
  }
  if (grown.length > 0) {
    console.error('Run `npm run lint:prose -- --list <path>` to list them with what to write.');
    process.exitCode = 1;
  }
}
if (option === undefined) {
  console.log(`${[...counts.values()].reduce((sum, count) => sum + count, 0)} phrases to replace`);
}
