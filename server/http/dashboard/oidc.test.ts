import { expect, test } from 'vitest';
import { COOKIE, startDashboard } from '../../testing/dashboard.ts';
import { CLIENT, startIdentityProvider } from '../../testing/identity-provider.ts';

/** Starts a server with a provider, and a browser that follows redirects one by one. */
async function startWithProvider() {
  const provider = await startIdentityProvider(() => Date.now());
  const dashboard = await startDashboard({ oidc: { issuer: provider.issuer, ...CLIENT } });
  const { origin } = dashboard.server;
  /** Returns a browser with its own cookies. */
  const browser = () => {
    const cookies = new Map<string, string>();
    const open = async (url: string) => {
      // The provider leads back, so a browser does not send the session's cookie, which is SameSite=Strict.
      const isCrossSite = url.includes('/oidc/callback');
      const sent = [...cookies].filter(([name]) => !isCrossSite || name !== COOKIE);
      const headers = url.startsWith(origin) ? { cookie: sent.map((pair) => pair.join('=')).join('; ') } : {};
      const response = await fetch(url, { headers, redirect: 'manual' });
      for (const header of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      return { status: response.status, location: location && new URL(location, url).href };
    };
    return {
      cookies,
      open,
      /** Begins a login and returns the address to which the provider sends the browser. */
      async begin() {
        const { location } = await open(`${origin}/dashboard/api/oidc/start`);
        return (await open(location ?? '')).location ?? '';
      },
      session: async () => (await open(`${origin}/dashboard/api/admin/v1/session`)).status,
    };
  };
  return { ...dashboard, provider, browser, origin };
}

test('a person logs in with the verified email address of the provider', async () => {
  const { provider, browser, createLogin, origin, client } = await startWithProvider();
  const login = await createLogin('agent');
  expect((await client().call('GET', '/admin/v1/session/methods')).body).toEqual({
    password: true,
    oidc: '/dashboard/api/oidc/start',
  });
  provider.claims = { email: login.email.toUpperCase(), email_verified: true };
  const page = browser();
  expect(await page.open(await page.begin())).toEqual({ status: 302, location: `${origin}/dashboard/` });
  expect([await page.session(), page.cookies.get('__Host-wigwag-oidc')]).toEqual([200, '']);
});

test('only a verified email address of a login that may be used is accepted', async () => {
  const { provider, browser, createLogin, app, origin } = await startWithProvider();
  const login = await createLogin('agent');
  const disabled = await createLogin('agent');
  await app.store.transaction((tx) => tx.logins.update(disabled.id, { isDisabled: true }));
  for (const claims of [
    { email: login.email, email_verified: false },
    { email: login.email },
    { email_verified: true },
    { email: 'nobody@shop.example', email_verified: true },
    { email: disabled.email, email_verified: true },
  ]) {
    provider.claims = claims;
    const page = browser();
    const { location } = await page.open(await page.begin());
    expect([claims, location, await page.session()]).toEqual([claims, `${origin}/dashboard/#error=oidc_refused`, 401]);
  }
});

test('after the first login, the ID of the person counts instead of the email address', async () => {
  const { provider, browser, createLogin, enter, accountId, client } = await startWithProvider();
  const login = await createLogin('agent');
  const other = await createLogin('agent');
  const logIn = async (claims: typeof provider.claims) => {
    provider.claims = claims;
    const page = browser();
    const { location } = await page.open(await page.begin());
    const { body } = await client().call('GET', '/admin/v1/session', undefined, {
      cookie: `${COOKIE}=${page.cookies.get(COOKIE)}`,
    });
    return body.session?.login.id ?? location?.split('#')[1];
  };
  const verified = (email: string) => ({ email, email_verified: true });
  expect(await logIn({ sub: 'grace', ...verified(login.email) })).toBe(login.id);
  // The address changes, or is not in the token.
  expect(await logIn({ sub: 'grace', ...verified(other.email) })).toBe(login.id);
  expect(await logIn({ sub: 'grace' })).toBe(login.id);
  // The provider gives the address to another person.
  expect(await logIn({ sub: 'mallory', ...verified(login.email) })).toBe('error=oidc_refused');
  expect(await logIn({ sub: 'alan', ...verified(other.email) })).toBe(other.id);

  // Both the logins and the refusal are in the log of changes.
  const owner = await enter('owner');
  const place = `/admin/v1/accounts/${accountId}`;
  const { entries } = (await owner.call('GET', `${place}/audit`)).body;
  expect(
    entries
      .filter(({ operation }: { operation: string }) => operation === 'createSession')
      .map((one: { status: number; ids: object; caller: { email: string } }) => [
        one.status,
        one.ids,
        one.caller.email,
      ]),
  ).toEqual([
    [200, { issuer: provider.issuer }, other.email],
    [401, {}, login.email],
    [200, { issuer: provider.issuer }, login.email],
    [200, { issuer: provider.issuer }, login.email],
    [200, { issuer: provider.issuer }, login.email],
  ]);

  // A reset lets another person use the login.
  const { url } = (await owner.call('POST', `${place}/logins/${login.id}/reset`)).body;
  const token = url.split('#link=')[1];
  await client().call('POST', '/admin/v1/session/link', { token, password: 'correct horse battery staple' });
  expect(await logIn({ sub: 'grace' })).toBe('error=oidc_refused');
  expect(await logIn({ sub: 'mallory', ...verified(login.email) })).toBe(login.id);
});

test("logging in with the provider ends the login's unused links and the previous session of the browser", async () => {
  const { provider, browser, createLogin, linkOf, client } = await startWithProvider();
  const [login, other] = [await createLogin('agent'), await createLogin('agent')];
  const token = await linkOf(login, 'reset');
  const before = client();
  await before.call('POST', '/admin/v1/session/link', { token: await linkOf(other) });
  const page = browser();
  page.cookies.set(COOKIE, before.cookie as string);
  provider.claims = { email: login.email, email_verified: true };
  await page.open(await page.begin());
  expect(await page.session()).toBe(200);
  expect((await before.call('GET', '/v1/me')).status).toBe(401);
  const use = { token, password: 'correct horse battery staple' };
  expect((await client().call('POST', '/admin/v1/session/link', use)).status).toBe(401);
});

test('the previous person of a login cannot cancel its reset, and failures count for the login of the person', async () => {
  const { provider, browser, createLogin, linkOf, client, enter, accountId, app } = await startWithProvider();
  const [login, other] = [await createLogin('agent'), await createLogin('agent')];
  const logIn = async (email: string) => {
    provider.claims = { sub: 'grace', email, email_verified: true };
    const page = browser();
    await page.open(await page.begin());
    return page.session();
  };
  expect(await logIn(login.email)).toBe(200);
  const token = await linkOf(login, 'reset');
  expect(await logIn(login.email)).toBe(200);

  await app.store.transaction((tx) => tx.logins.update(login.id, { isDisabled: true }));
  expect(await logIn(other.email)).toBe(401);
  await app.store.transaction((tx) => tx.logins.update(login.id, { isDisabled: false }));
  const { entries } = (await (await enter('owner')).call('GET', `/admin/v1/accounts/${accountId}/audit`)).body;
  expect(entries.find(({ status }: { status: number }) => status === 401)?.caller.email).toBe(login.email);

  const use = { token, password: 'correct horse battery staple' };
  expect((await client().call('POST', '/admin/v1/session/link', use)).status).toBe(200);
});

test('a network may begin only so many logins per minute', async () => {
  const { origin, clock } = await startWithProvider();
  const open = async (path: string) =>
    (await fetch(`${origin}/dashboard/api/oidc/${path}`, { redirect: 'manual' })).status;
  const statuses: number[] = [];
  for (let begun = 0; begun < 61; begun += 1) {
    clock.moveTo(clock.now() + 200);
    statuses.push(await open('start'));
  }
  expect([new Set(statuses.slice(0, 60)), statuses[60]]).toEqual([new Set([302]), 429]);
  clock.moveTo(clock.now() + 60_000);
  expect(await open('start')).toBe(302);
});

test('a response that was forged, repeated, late or meant for another browser is refused', async () => {
  const { provider, browser, createLogin, origin, clock } = await startWithProvider();
  const login = await createLogin('agent');
  const good = { email: login.email, email_verified: true };
  provider.claims = good;
  const failed = { status: 302, location: `${origin}/dashboard/#error=oidc_failed` };

  // Another person's browser follows the link of an attacker's login.
  const attacker = browser();
  const callback = await attacker.begin();
  const victim = browser();
  expect([await victim.open(callback), await victim.session()]).toEqual([failed, 401]);
  await victim.begin();
  expect([await victim.open(callback), await victim.session()]).toEqual([failed, 401]);
  expect(provider.exchanges).toBe(0);

  const repeated = browser();
  const once = await repeated.begin();
  const cookie = repeated.cookies.get('__Host-wigwag-oidc') as string;
  await repeated.open(once);
  repeated.cookies.clear();
  repeated.cookies.set('__Host-wigwag-oidc', cookie);
  expect(await repeated.open(once)).toEqual(failed);

  for (const change of [
    { claims: { ...good, nonce: 'another' } },
    { claims: { ...good, aud: 'another client' } },
    { isForged: true },
  ]) {
    Object.assign(provider, { claims: good, isForged: false }, change);
    const page = browser();
    expect([change, await page.open(await page.begin()), await page.session()]).toEqual([change, failed, 401]);
  }
  Object.assign(provider, { claims: good, isForged: false });
  const slow = browser();
  const late = await slow.begin();
  clock.moveTo(clock.now() + 601_000);
  expect(await slow.open(late)).toEqual(failed);
});

test('if the provider does not respond, the page shows it', async () => {
  const { server } = await startDashboard({ oidc: { issuer: 'http://127.0.0.1:1', ...CLIENT } });
  const response = await fetch(`${server.origin}/dashboard/api/oidc/start`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([
    302,
    `${server.origin}/dashboard/#error=oidc_failed`,
  ]);
});
