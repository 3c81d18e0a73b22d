import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { browserTest, openBrowser, openPage } from '../../lab/testing/browser.ts';
import { startDev } from '../testing/cli.ts';

/** A name that the browser resolves to this machine, as after DNS rebinding. */
const EVIL = 'evil.example';

/** Opens an empty page of another site. */
async function openForeignPage(): Promise<Page> {
  const site = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<link rel="icon" href="data:,"><p>Hello</p>');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void site.close());
  const browser = await openBrowser([`--host-resolver-rules=MAP ${EVIL} 127.0.0.1`]);
  const { page } = await openPage(browser, `http://${EVIL}:${(site.address() as AddressInfo).port}/`);
  return page;
}

/** Returns the status of the response to a page's action, which the page itself cannot read. */
async function statusOf(page: Page, url: string, action: () => Promise<unknown>): Promise<number> {
  const response = page.context().waitForEvent('response', (one) => one.url() === url);
  await action();
  return (await response).status();
}

/** Sends a request that needs no preflight request. */
const request = (page: Page, method: string, url: string) =>
  statusOf(page, url, () =>
    page.evaluate(`fetch(${JSON.stringify(url)}, { method: '${method}', mode: 'no-cors' }).catch(() => {})`),
  );

const submitForm = (page: Page, url: string) =>
  statusOf(page, url, () =>
    page.evaluate(`{
      const form = Object.assign(document.createElement('form'), { method: 'post', action: ${JSON.stringify(url)} });
      document.body.append(form);
      form.submit();
    }`),
  );

browserTest('a page of another site cannot use the ports of dev', async () => {
  const { info, api } = await startDev();
  expect((await api('POST', '/contacts', { phone: '905551112233' })).status).toBe(201);
  const page = await openForeignPage();
  const { control_url, mock_provider_url } = info;
  const token = 'EAADemoTokenOfTheMockProvider0000000000000000000000000ZD';
  const statuses = {
    reset: await request(page, 'POST', `${control_url}/reset`),
    account: await request(page, 'POST', `${control_url}/accounts`),
    mock: await request(page, 'POST', `${mock_provider_url}/_mock/reset`),
    // Meta's API, and the mock, let a GET request act as another method.
    graph: await request(page, 'GET', `${mock_provider_url}/v25.0/1/messages?method=post&access_token=${token}`),
    form: await submitForm(page, `${control_url}/reset`),
  };
  expect(statuses).toEqual({ reset: 403, account: 403, mock: 403, graph: 403, form: 403 });
  const { body } = await api('GET', '/contacts');
  expect(body.data.contacts).toEqual([expect.objectContaining({ phone: '905551112233' })]);
});

browserTest('a site whose name gets the address of this machine cannot use the ports of dev', async () => {
  const { info } = await startDev();
  const page = await openForeignPage();
  for (const url of [new URL(info.base_url).origin, info.control_url, info.mock_provider_url]) {
    const rebound = Object.assign(new URL(url), { hostname: EVIL });
    const answer = await page.goto(`${rebound}`);
    expect([answer?.status(), await answer?.text()]).toEqual([403, expect.stringContaining(`--allowed-hosts ${EVIL}`)]);
  }
  // For the browser, this request is of the same origin.
  const reset = `${Object.assign(new URL('/_mock/reset', info.mock_provider_url), { hostname: EVIL })}`;
  expect(await request(page, 'POST', reset)).toBe(403);
});

browserTest('dev accepts a host that the user names, and its page opens from a link but not in a frame', async () => {
  const { info } = await startDev(['--memory', '--allowed-hosts', EVIL]);
  const page = await openForeignPage();
  for (const [url, path] of [
    [info.control_url, '/clock'],
    [info.mock_provider_url, '/'],
    [info.base_url, '/healthz'],
  ] as const) {
    const named = Object.assign(new URL(path, url), { hostname: EVIL });
    expect([path, (await page.goto(`${named}`))?.status()]).toEqual([path, 200]);
  }
  const { mock_provider_url } = info;
  const other = await openForeignPage();
  const framed = `${mock_provider_url}/`;
  const frame = `Object.assign(document.createElement('iframe'), { src: ${JSON.stringify(framed)} })`;
  expect(await statusOf(other, framed, () => other.evaluate(`void document.body.append(${frame})`))).toBe(403);
  const link = `Object.assign(document.createElement('a'), { href: ${JSON.stringify(framed)} })`;
  expect(await statusOf(other, framed, () => other.evaluate(`${link}.click()`))).toBe(200);
});
