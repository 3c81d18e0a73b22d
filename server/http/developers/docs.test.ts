import { expect, test } from 'vitest';
import { createTestServer } from '../../testing/server.ts';
import { indexOf, search } from './docs-search.ts';
import type { DocsPage } from './docs-site.ts';
import site from './generated/docs.ts';

const PAGES = site.groups.flatMap(({ pages }) => pages);

async function createSite(publicUrl?: string) {
  const { server } = await createTestServer({ config: { publicUrl } });
  const get = async (path: string) => {
    const response = await fetch(`${server.origin}/developers/docs${path}`, { redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { origin: server.origin, get, search: (query: string) => get(`?q=${encodeURIComponent(query)}`) };
}

/** Returns the text of HTML, with its entities. */
const textOf = (markup: string): string => markup.replaceAll('<wbr>', '').replace(/<[^>]*>/g, '');

const mainOf = (text: string): string => /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? '';

const linksOf = (text: string): string[] => [...text.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href);

test('every page has its title, its sections in order, and links to the previous and next pages', async () => {
  const { get } = await createSite();
  for (const [index, { slug, title, sections }] of PAGES.entries()) {
    const { status, headers, text } = await get(`/${slug}`);
    expect([slug, status, headers.get('content-type')]).toEqual([slug, 200, 'text/html; charset=utf-8']);
    expect(text).toContain(`<title>${title} · wigwag</title>`);
    const headings = [...mainOf(text).matchAll(/<h(\d) id="([^"]*)">/g)].map(([, level, id]) => [Number(level), id]);
    expect([slug, headings]).toEqual([slug, sections.map(({ level, anchor }) => [level, anchor])]);
    expect(new Set(headings.map(([, id]) => id)).size).toBe(headings.length);
    const turn = (rel: string) => new RegExp(`<a rel="${rel}" href="/developers/docs/([\\w-]+)"`).exec(text)?.[1];
    expect([slug, turn('prev'), turn('next')]).toEqual([slug, PAGES[index - 1]?.slug, PAGES[index + 1]?.slug]);
    expect([...text.matchAll(/aria-current="page">([^<]*)</g)].map(([, name]) => name)).toEqual([title]);
  }
});

test('the start page lists every page with its description, and each page lists all pages by group', async () => {
  const { get } = await createSite();
  const { text } = await get('');
  for (const { slug, title } of PAGES) {
    expect(mainOf(text)).toContain(`<dt><a href="/developers/docs/${slug}">${title}</a></dt><dd>`);
  }
  const { text: page } = await get(`/${PAGES[0]?.slug}`);
  const side = page.slice(0, page.indexOf('<main'));
  for (const { title, pages } of site.groups) {
    expect(side).toContain(`<p>${title}</p>`);
    expect(linksOf(side)).toEqual(expect.arrayContaining(pages.map(({ slug }) => `/developers/docs/${slug}`)));
  }
});

test('every link leads to a page and an anchor that exist on this server, or to another server', async () => {
  const { origin, get } = await createSite();
  const texts = new Map<string, string>([['/developers/docs', (await get('')).text]]);
  for (const { slug } of PAGES) {
    texts.set(`/developers/docs/${slug}`, (await get(`/${slug}`)).text);
  }
  const known = new Set<string>(texts.keys());
  for (const [path, text] of texts) {
    for (const href of linksOf(text).filter((each) => !/^(https:|data:)/.test(each))) {
      const [file, anchor] = href.split('#');
      const target = file === '' ? path : String(file);
      if (!known.has(target)) {
        expect([path, href, (await fetch(origin + target)).status]).toEqual([path, href, 200]);
        known.add(target);
      }
      if (anchor !== undefined) {
        expect([path, href, texts.get(target)?.includes(` id="${decodeURIComponent(anchor)}"`)]).toEqual([
          path,
          href,
          true,
        ]);
      }
    }
  }
});

test('no page loads anything from other hosts or has an inline script, and forms go to this server', async () => {
  const { get } = await createSite();
  for (const path of ['', '?q=key', '/quickstart', '/none']) {
    const { headers, text } = await get(path);
    const policy = headers.get('content-security-policy');
    expect([path, policy]).toEqual([path, expect.stringContaining("default-src 'none'")]);
    expect([path, policy]).toEqual([path, expect.stringContaining("form-action 'self'")]);
    expect([path, text]).toEqual([
      path,
      expect.not.stringMatching(/<script(?! src=)|<script [^>]*>[^<]|<style| style="| on\w+="|<(img|iframe)/),
    ]);
    expect([path, text]).toEqual([path, expect.not.stringMatching(/<link[^>]*href="https?:/)]);
  }
});

test('with a proxy that adds a path, links and forms begin with the path, and code contains the public address', async () => {
  const { get } = await createSite('https://shop.example/wigwag');
  for (const path of ['', '?q=key', '/quickstart']) {
    const { text } = await get(path);
    const addresses = [...text.matchAll(/(?:href|action)="(\/[^"]*)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(5);
    expect([path, addresses.filter((address) => !address?.startsWith('/wigwag/developers'))]).toEqual([path, []]);
  }
  const { text } = await get('/quickstart');
  expect(textOf(text)).toContain('WIGWAG_URL=https://shop.example/wigwag/api/v1');
  expect((await get('/')).headers.get('location')).toBe('/wigwag/developers/docs');
});

test('the reference links to the docs', async () => {
  const { origin } = await createSite();
  const text = await (await fetch(`${origin}/developers`)).text();
  expect(linksOf(text)).toEqual(expect.arrayContaining(['/developers/docs', '/developers/docs/quickstart']));
});

test('a page that does not exist is a 404 that lists all pages, and its name is escaped', async () => {
  const { get } = await createSite();
  const { status, text } = await get(`/${encodeURIComponent('<img src=x onerror=alert(1)>')}`);
  expect(status).toBe(404);
  expect(text).not.toContain('<img');
  expect(text).toContain('There is no page <code>&lt;img src=x onerror=alert(1)&gt;</code>');
  expect(text).toContain('/developers/docs/quickstart');
  for (const name of ['__proto__', 'constructor', 'README', '%ff', `ww_live_${'a'.repeat(41)}`]) {
    const answer = await get(`/${name}`);
    expect([name, answer.status]).toEqual([name, 404]);
    expect(answer.text).not.toContain('aaaa');
  }
});

test('a search finds sections, links to them and marks the words', async () => {
  const { search } = await createSite();
  const { status, text } = await search('revoke KEY');
  expect(status).toBe(200);
  const main = mainOf(text);
  expect(linksOf(main)).toContain('/developers/docs/authentication#replace-a-key');
  expect(main).toMatch(/<mark>[Rr]evok/);
  expect(main).toMatch(/<mark>key<\/mark>/i);
  expect(text).toContain('name="q" value="revoke KEY"');
  expect(main).not.toContain('<script');
});

test.each(['zebra crossing', '!!!', 'key zebra'])('a search for %s says that nothing was found', async (query) => {
  const { search } = await createSite();
  const { status, text } = await search(query);
  expect(status).toBe(200);
  expect(textOf(mainOf(text))).toContain(`No section has all words of “${query}”`);
  expect(text).toContain('/developers/docs/quickstart');
});

test.each(['', '?q=', '?q=%20%09', '?other=1'])('without words, %j returns the start page', async (query) => {
  const { get } = await createSite();
  expect((await get(query)).text).toBe((await get('')).text);
});

test.each([
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onfocus='alert(1)",
  '<mark>key</mark>',
  '&lt;key&gt; &amp; key',
  '(((((a+)+)+)+)+)+$',
  '[',
  '\\',
  '$& $1 $`',
  '{base} __proto__ constructor',
  '%00\u0000',
  'key '.repeat(1000),
  'k'.repeat(5000),
  `${'\u{1f600}'.repeat(99)}<b>`,
  'İıſK ǆ',
])('a hostile search is escaped, and gets an immediate response: %j', async (query) => {
  const { search } = await createSite();
  const start = performance.now();
  const { status, headers, text } = await search(query);
  expect(performance.now() - start).toBeLessThan(1_000);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).not.toMatch(/<script(?! src=)|<img|<b>|<mark>key<\/mark><\/mark>/);
  const tags = [...text.matchAll(/<(\w+)/g)].map(([, tag]) => tag);
  const known =
    'html head meta title link script body a header strong span nav ul li div form label input button details summary p main h1 dl dt dd ol mark code wbr footer';
  expect(tags.filter((tag) => !known.split(' ').includes(String(tag)))).toEqual([]);
  const value = /name="q" value="([^"]*)"/.exec(text)?.[1] ?? '';
  expect([...value.replace(/&[#\w]+;/g, '_')].length).toBeLessThanOrEqual(100);
  expect(text.length).toBeLessThan(100_000);
});

test('repeated values and invalid encoding do not break a search, and a key in it is not repeated', async () => {
  const { get, search } = await createSite();
  expect((await get('?q=key&q=other')).text).toContain('name="q" value="key"');
  expect((await get('?q=%ff')).status).toBeLessThan(500);
  expect((await get('?q[a]=1')).status).toBe(200);
  expect((await search(`ww_live_${'a'.repeat(41)}`)).text).not.toContain('aaaa');
});

const pageOf = (slug: string, title: string, ...sections: [title: string, text: string][]): DocsPage => ({
  slug,
  title,
  description: '',
  sections: [[title, ''] as const, ...sections].map(([heading, text], index) => ({
    anchor: heading.toLowerCase(),
    level: index === 0 ? 1 : 2,
    title: heading,
    html: `<p>${text}</p>`,
  })),
});

const INDEX = indexOf({
  title: '',
  introduction: '',
  groups: [
    {
      title: '',
      pages: [
        pageOf('one', 'Sending', ['Texts', 'A window is open.'], ['Files', 'Nothing here.']),
        pageOf(
          'two',
          'Receiving',
          ['Window', 'It opens.'],
          ['Resending', 'Send &lt;again&gt;: window, window, window.'],
        ),
        pageOf('three', 'Windows', ['Other', 'Nothing either.']),
      ],
    },
  ],
});

const found = (query: string) => search(INDEX, query).hits.map(({ page, section }) => `${page.slug}#${section.anchor}`);

test('titles rank before headings, and headings before text', () => {
  expect(found('window')).toEqual(['three#windows', 'two#window', 'two#resending', 'one#texts']);
});

test('a heading that is the whole query ranks first', () => {
  const page = pageOf('long', 'Errors', ['Rate limit errors', 'rate limit rate limit'], ['Rate limit', 'See above.']);
  const index = indexOf({ title: '', introduction: '', groups: [{ title: '', pages: [page] }] });
  expect(search(index, 'Rate limit').hits.map(({ section }) => section.anchor)).toEqual([
    'rate limit',
    'rate limit errors',
  ]);
});

test('a word that no section has is replaced by the nearest one, and plurals find the singular', async () => {
  for (const [query, words] of [
    ['widnow', 'window'],
    ['recieving', 'receiving'],
    ['windw opens', 'window opens'],
    ['zebra', 'zebra'],
  ] as const) {
    expect([query, search(INDEX, query).words]).toEqual([query, words]);
  }
  expect(found('texts')).toEqual(['one#texts']);
  expect(found('widnow')).toEqual(found('window'));
  const { search: searchSite } = await createSite();
  const { text } = await searchSite('webohok signatures');
  expect(textOf(mainOf(text))).toMatch(/No section has “webohok signatures”\. \d+ sections have “webhook signatures”/);
  expect(linksOf(mainOf(text)).join(' ')).toContain('/developers/docs/receiving#');
});

test('every word must match the beginning of a word in the section or in the title of its page', () => {
  expect(found('send window')).toEqual(['one#texts', 'two#resending']);
  expect(found('ending')).toEqual([]);
  expect(found('files sending')).toEqual(['one#files']);
});

test('a hit shows the titles above its heading', () => {
  const page = pageOf('deep', 'Deep', ['Outer', ''], ['Inner', 'needle'], ['Other', '']);
  const sections = page.sections.map((section) => ({
    ...section,
    level: section.title === 'Inner' ? 3 : section.level,
  }));
  const index = indexOf({ title: '', introduction: '', groups: [{ title: '', pages: [{ ...page, sections }] }] });
  expect(search(index, 'needle').hits.map(({ above }) => above)).toEqual([['Deep', 'Outer']]);
});

test('a snippet shows the text around the first hit', () => {
  const [hit] = search(INDEX, '<again>').hits;
  expect(hit?.snippet.text).toBe('Send <mark>&lt;again&gt;</mark>: window, window, window.');
  const long = indexOf({
    title: '',
    introduction: '',
    groups: [
      { title: '', pages: [pageOf('long', 'Long', ['Text', `${'word '.repeat(500)}needle${' word'.repeat(500)}`])] },
    ],
  });
  const snippet = search(long, 'needle').hits[0]?.snippet.text ?? '';
  expect(snippet).toMatch(/^… word .*<mark>needle<\/mark>.* word …$/);
  expect(snippet.length).toBeLessThan(260);
});

test('films have a version for dark colors, and a size, so that the text below does not move', async () => {
  const { origin, get } = await createSite('https://shop.example/chat');
  const films =
    /<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">\s*<img src="([^"]+)" alt="[^"]+" width="\d+" height="\d+">/;
  for (const page of ['dashboard', 'mock-provider']) {
    const [, ...addresses] = films.exec((await get(`/${page}`)).text) ?? [];
    expect([page, addresses.length]).toEqual([page, 2]);
    for (const address of addresses) {
      expect(address).toMatch(/^\/chat\/developers\/docs\/pictures\//);
      const { status, headers } = await fetch(origin + address.replace('/chat', ''));
      expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
  }
});
