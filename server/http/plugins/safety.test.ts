import { expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/server.ts';
import { createVisitor } from '../../testing/web-chat.ts';
import { createHttpServer } from '../server.ts';

/** A value for each path parameter outside the operations of the API document. */
const PARAMETERS: Record<string, string> = {
  code: 'WINDOW_CLOSED',
  slug: 'quickstart',
  connection: 'web_1',
  app: 'nobody',
  token: 'none',
  version: 'none',
  file: 'pages.css',
  name: 'dashboard-inbox.png',
};
const SITE = 'https://shop.example';

/** Returns every GET path in the server's routing table, with its parameters filled in. */
function pathsOf({ server: { app }, liveKey }: TestServer): string[] {
  const parameters: Record<string, string> = { ...PARAMETERS, id: '1', phone: '905551112233', api_key: liveKey };
  const routes = createHttpServer(app, async () => [])
    .table()
    .filter(({ method }) => method === 'get');
  const filled = routes.map(({ path }) =>
    path.replace(/\{(\w+)\}/g, (whole, name: string) => parameters[name] ?? whole),
  );
  expect(filled.filter((path) => path.includes('{'))).toEqual([]);
  return [...new Set(filled), '/', '/nothing', '/api/v1/nothing', '/developers/errors/NOTHING'];
}

async function answers(server: TestServer, headers: Record<string, string>) {
  const aborting = new AbortController();
  const got = await Promise.all(
    pathsOf(server).map(async (path) => {
      const response = await fetch(server.server.origin + path, {
        headers,
        redirect: 'manual',
        signal: aborting.signal,
      });
      const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false;
      const isPage = isHtml && !response.headers.has('location');
      return { path, headers: response.headers, page: isPage ? await response.text() : undefined };
    }),
  );
  aborting.abort(); // ends the streams
  return got;
}

/** Returns a policy's rule for one kind of resource. */
const allowedBy = (policy: string | null, directive: string): string | undefined =>
  policy
    ?.split('; ')
    .find((part) => part.startsWith(`${directive} `))
    ?.slice(directive.length + 1);

test('the headers of every response forbid browsers to sniff types or send referrers, and limit what it loads', async () => {
  const server = await createTestServer({ config: { publicUrl: 'https://api.example.com', allowLoopback: false } });
  const visitor = await createVisitor(server);
  for (const key of [server.liveKey, visitor.token]) {
    for (const { path, headers } of await answers(server, { authorization: `Bearer ${key}` })) {
      const policy = headers.get('content-security-policy');
      expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
      expect([path, headers.get('referrer-policy')]).toEqual([path, 'no-referrer']);
      expect([path, headers.get('strict-transport-security')]).toEqual([path, 'max-age=63072000']);
      expect([path, allowedBy(policy, 'default-src')]).toEqual([path, "'none'"]);
      expect([path, policy]).toEqual([path, expect.not.stringMatching(/unsafe|\*(?!\.)|strict-dynamic/)]);
    }
  }
});

test('pages contain no inline script or style, and only listed sites may frame them', async () => {
  const server = await createTestServer({ config: { allowLoopback: false } });
  const { app } = server.server;
  await app.store.transaction((tx) => tx.connections.setOrigins(server.accountId, 'web_1', [SITE]));
  const pages = (await answers(server, {})).filter(({ page }) => page !== undefined);
  expect(pages.map(({ path }) => path).sort()).toEqual([
    '/developers',
    '/developers/docs',
    '/developers/docs/quickstart',
    '/developers/errors',
    '/developers/errors/NOTHING',
    '/developers/errors/WINDOW_CLOSED',
    '/developers/operations/1',
    '/developers/webhooks',
    '/webchat/web_1',
    '/webchat/web_1/snippet',
  ]);
  for (const { path, headers, page } of pages) {
    const policy = headers.get('content-security-policy');
    for (const directive of ['script-src', 'style-src', 'connect-src']) {
      expect([path, directive, allowedBy(policy, directive)]).toEqual([path, directive, "'self'"]);
    }
    expect([path, allowedBy(policy, 'base-uri')]).toEqual([path, "'none'"]);
    // All developer pages have a form for their search, and the snippet's has one for its options.
    const forms = /^\/developers|\/snippet$/.test(path) ? "'self'" : "'none'";
    expect([path, allowedBy(policy, 'form-action')]).toEqual([path, forms]);
    expect([path, allowedBy(policy, 'frame-ancestors')]).toEqual([path, path === '/webchat/web_1' ? SITE : "'none'"]);
    expect([path, page]).toEqual([
      path,
      expect.not.stringMatching(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:/i),
    ]);
    expect([path, page]).toEqual([
      path,
      expect.not.stringMatching(/<(script|link|img|iframe)[^>]*\b(src|href)="(https?:)?\/\//i),
    ]);
  }
});

test('without https no header claims it', async () => {
  const server = await createTestServer();
  const { headers } = await server.api('GET', '/me');
  expect(headers['strict-transport-security']).toBeUndefined();
});
