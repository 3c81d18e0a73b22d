import { expect, test } from 'vitest';
import { startDashboard } from '../../testing/dashboard.ts';
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
      const headers = url.startsWith(origin) ? { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } : {};
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
