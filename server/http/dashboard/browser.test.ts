import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { browserTest, openBrowser, openPage } from '../../../lab/testing/browser.ts';
import { startDashboard } from '../../testing/dashboard.ts';

/** Runs in the page of the reference, which has the same origin as the dashboard. */
const LOG_IN = async (token: string): Promise<unknown> => {
  const base = '/dashboard/api/admin/v1';
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const entered = await post('/session/link', { token });
  const { session } = (await entered.json()) as { session: { account: { account_id: string }; csrf_token: string } };
  const label = await post(
    `/accounts/${session.account.account_id}/labels`,
    { name: 'VIP' },
    { 'x-csrf-token': session.csrf_token },
  );
  const current = await fetch(`${base}/session`);
  return [
    entered.status,
    label.status,
    current.status,
    (globalThis as unknown as { document: { cookie: string } }).document.cookie,
  ];
};

browserTest(
  'Chromium keeps the cookie on http://127.0.0.1, sends it only to our pages, and hides it from scripts',
  async () => {
    const { server, createLogin, linkOf } = await startDashboard();
    const token = await linkOf(await createLogin('owner'));
    const { page } = await openPage(await openBrowser(), `${server.origin}/developers`);
    // The policy of the reference's pages allows requests to this server.
    expect(await page.evaluate(LOG_IN, token)).toEqual([200, 200, 200, '']);
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({
      name: '__Host-wigwag',
      secure: true,
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
    });

    // A page of another site. Browsers treat the two names of this machine as two sites.
    const foreign = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>Hello'));
    await once(foreign.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void foreign.close());
    const { port } = foreign.address() as AddressInfo;
    const answers: Promise<[string, number, string | undefined]>[] = [];
    page.on('response', (response) => {
      const request = response.request();
      if (request.url().startsWith(server.origin)) {
        answers.push(request.allHeaders().then(({ cookie }) => [request.method(), response.status(), cookie]));
      }
    });
    await page.goto(`http://localhost:${port}/`);
    await page.evaluate(async (base) => {
      for (const method of ['GET', 'POST']) {
        await fetch(`${base}/session`, { method, credentials: 'include', mode: 'no-cors' });
      }
    }, `${server.origin}/dashboard/api/admin/v1`);
    expect(await Promise.all(answers)).toEqual([
      ['GET', 401, undefined],
      ['POST', 403, undefined],
    ]);
  },
);
