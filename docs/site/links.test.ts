import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { parsePage, ROOT, readContents } from './markdown.ts';

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { cwd: ROOT, encoding: 'utf8' });
const PAGES = tracked
  .split('\n')
  .filter((path) => path.startsWith('docs/') || /(^|\/)README\.md$/.test(path))
  .filter((path) => existsSync(join(ROOT, path)));

/** Links to our files on GitHub are checked like relative ones. */
const HOME = /^https:\/\/github\.com\/wigwag\/wigwag\/(?:blob|tree)\/main\//;

/** Returns why a link of a page is broken; undefined if it works or leaves the repository. */
function problemOf(path: string, href: string): string | undefined {
  const isOurs = HOME.test(href);
  if (/^\w+:/.test(href) && !isOurs) {
    return undefined;
  }
  const [file = '', anchor] = href.replace(HOME, '').split('#');
  const target = file === '' ? path : normalize(join(isOurs ? '.' : dirname(path), decodeURIComponent(file)));
  if (!existsSync(join(ROOT, target))) {
    return `there is no ${target}`;
  }
  if (anchor === undefined || !target.endsWith('.md')) {
    return undefined;
  }
  const anchors = parsePage(target).headings.map((heading) => heading.anchor);
  return anchors.includes(anchor) ? undefined : `${target} has no heading #${anchor}`;
}

test.each(PAGES)('every link of %s resolves', (path) => {
  const problems = parsePage(path).links.flatMap(({ line, href }) => {
    const problem = problemOf(path, href);
    return problem === undefined ? [] : [`${path}:${line}: ${href}: ${problem}`];
  });
  expect(problems).toEqual([]);
});

test('a dead link and a dead anchor are found', () => {
  expect(problemOf('docs/README.md', 'none.md')).toBe('there is no docs/none.md');
  expect(problemOf('docs/README.md', 'quickstart.md#none')).toBe('docs/quickstart.md has no heading #none');
  expect(problemOf('docs/README.md', '../README.md')).toBeUndefined();
  expect(problemOf('docs/README.md', 'https://github.com/wigwag/wigwag/tree/main/none')).toBe('there is no none');
});

test('docs/README.md lists every page once, with its title', () => {
  const listed = readContents().groups.flatMap(({ pages }) => pages);
  const files = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md') && name !== 'README.md');
  expect(listed.map(({ slug }) => `${slug}.md`).sort()).toEqual(files.sort());
  for (const { slug, title } of listed) {
    const [first, ...others] = parsePage(`docs/${slug}.md`).headings;
    expect([slug, first?.level, first?.title]).toEqual([slug, 1, title]);
    expect([slug, others.filter(({ level }) => level === 1)]).toEqual([slug, []]);
  }
});

test('anchors are those of GitHub', () => {
  const { headings } = parsePage(
    'page.md',
    ['# One `GET /me`', '## Rate limits & bursts', '## Next', '## Next', '## Ünlü_söz 2.0'].join('\n'),
  );
  expect(headings.map(({ anchor }) => anchor)).toEqual([
    'one-get-me',
    'rate-limits--bursts',
    'next',
    'next-1',
    'ünlü_söz-20',
  ]);
});
