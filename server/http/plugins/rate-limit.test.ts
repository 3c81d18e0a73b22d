import { describe, expect, onTestFinished, test } from 'vitest';
import { hashOf } from '../../base/secrets.ts';
import { startServer } from '../../process/start.ts';
import { type ApiAnswer, callApi, createTestServer, DATABASES } from '../../testing/server.ts';
import { rawDatabase } from '../../testing/store.ts';

describe.each(DATABASES)('on %s', (database) => {
  test('by default the 60th request of a second is allowed, the 61st is refused, and the next second allows more', async () => {
    const { api, advance } = await createTestServer({ database });
    for (let count = 1; count <= 60; count += 1) {
      const { status, headers } = await api('GET', '/me');
      expect([count, status, headers['x-ratelimit-remaining']]).toEqual([count, 200, String(1800 - count)]);
    }
    const refused = await api('GET', '/me');
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(refused.headers).toMatchObject({
      'retry-after': '1',
      'x-ratelimit-limit': '1800',
      'x-ratelimit-burst': '60',
      'x-ratelimit-remaining': '1740',
    });
    await advance(1);
    expect((await api('GET', '/me')).status).toBe(200);
  });

  test('the last request of a minute is allowed, and one more is refused until Retry-After has passed', async () => {
    const { api, key, advance } = await createTestServer({ database });
    const limited = await key({ requestsPerMinute: 12 });
    const call = async () => {
      const { status, headers } = await api('GET', '/me', { key: limited });
      return [status, headers['x-ratelimit-remaining'], headers['retry-after']];
    };
    for (let count = 1; count <= 10; count += 1) {
      expect(await call()).toEqual([200, String(12 - count), undefined]);
    }
    expect(await call()).toEqual([429, '2', '1']); // the burst is at least 10 per second
    await advance(1);
    expect(await call()).toEqual([200, '1', undefined]);
    expect(await call()).toEqual([200, '0', undefined]);
    expect(await call()).toEqual([429, '0', '59']);
    await advance(58);
    expect(await call()).toEqual([429, '0', '1']);
    await advance(1);
    expect(await call()).toEqual([200, '9', undefined]);
  });

  test('a key with a higher limit also has a higher burst', async () => {
    const { api, key } = await createTestServer({ database });
    const fast = await key({ requestsPerMinute: 3600 });
    const answers = await Promise.all(Array.from({ length: 121 }, () => api('GET', '/me', { key: fast })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
    expect(answers[0]?.headers).toMatchObject({ 'x-ratelimit-limit': '3600', 'x-ratelimit-burst': '120' });
  });

  test('each key is counted separately, wherever the request contains it', async () => {
    const { api, key } = await createTestServer({ database });
    const [first, second] = [await key({ requestsPerMinute: 1 }), await key({ requestsPerMinute: 1 })];
    const link = (given: string) => `/messages/template/${given}?to=905551112233&name=hello_world`;
    expect((await api('GET', link(first), { key: null })).status).toBe(202);
    expect((await api('GET', '/me', { key: first })).status).toBe(429);
    expect((await api('GET', link(first), { key: null })).status).toBe(429);
    expect((await api('GET', '/me', { key: second })).status).toBe(200);
  });

  test('refused requests count if the key is known, and show the limits of the key', async () => {
    const { api, key } = await createTestServer({ database });
    const narrow = await key({ scopes: [], requestsPerMinute: 2 });
    const denied = await api('GET', '/templates', { key: narrow });
    expect([denied.status, denied.headers['x-ratelimit-limit'], denied.headers['x-ratelimit-remaining']]).toEqual([
      403,
      '2',
      '1',
    ]);
    await api('GET', '/templates', { key: narrow });
    expect((await api('GET', '/templates', { key: narrow })).status).toBe(429);
    const unknown = await api('GET', '/me', { key: null });
    expect(unknown.headers).toMatchObject({
      'x-ratelimit-limit': '1800',
      'x-ratelimit-remaining': '1800',
      'x-ratelimit-burst': '60',
    });
  });

  test('requests that are refused before the rate limit do not count, even for a key that was valid before', async () => {
    const { api, anotherAccount } = await createTestServer({ database });
    const modules = { api: true, webhook: true, flows: false };
    const { liveKey: key } = await anotherAccount({ modules });
    const call = async (path: string) => {
      const { status, headers } = await api('GET', path, { key });
      return [status, headers['x-ratelimit-remaining']];
    };
    expect(await call('/me')).toEqual([200, '1799']);
    expect((await call('/flows'))[0]).toBe(403);
    expect((await call('/flows'))[0]).toBe(403);
    expect(await call('/me')).toEqual([200, '1798']);
  });
});

/**
 * Starts two servers on one PostgreSQL database. `both` sends concurrent requests with a key, half of them to each
 * server.
 */
async function createTwoServers() {
  const here = await createTestServer({ database: 'postgres' });
  const { server, clock, liveKey } = here;
  const other = await startServer({ ...server.app.config, role: 'api', port: 0 }, { clock });
  onTestFinished(() => other.stop());
  const origins = [server.origin, other.origin];
  const one = (at: number, key: string) => callApi(`${origins[at % 2]}/api/v1`, 'GET', '/me', { key });
  async function both(times: number, key = liveKey): Promise<{ passed: ApiAnswer[]; refused: ApiAnswer[] }> {
    const answers = await Promise.all(Array.from({ length: times }, (_, at) => one(at, key)));
    return {
      passed: answers.filter(({ status }) => status === 200),
      refused: answers.filter(({ status }) => status === 429),
    };
  }
  return { ...here, one, both };
}

const remainingOf = (answers: ApiAnswer[]) =>
  answers.map(({ headers }) => Number(headers['x-ratelimit-remaining'])).sort((left, right) => right - left);

const downFrom = (from: number, count: number) => Array.from({ length: count }, (_, index) => from - index);

test('on PostgreSQL two servers together allow 60 requests per minute, and agree on the remaining number', async () => {
  const { key, both, one, advance } = await createTwoServers();
  const limited = await key({ requestsPerMinute: 60 });
  for (let second = 0; second < 6; second += 1) {
    const { passed, refused } = await both(17, limited);
    // The burst is 10 per second.
    expect(remainingOf(passed)).toEqual(downFrom(59 - second * 10, 10));
    expect(refused.map(({ headers }) => [headers['x-ratelimit-remaining'], headers['retry-after']])).toEqual(
      Array(7).fill([String(50 - second * 10), second < 5 ? '1' : '55']),
    );
    await advance(1);
  }
  for (const at of [0, 1]) {
    const { status, headers, body } = await one(at, limited);
    expect([status, body.error?.code, headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '54']);
  }
  await advance(54);
  const { passed, refused } = await both(12, limited);
  expect([remainingOf(passed), refused.length]).toEqual([downFrom(9, 10), 2]);
  await advance(60);
  expect(remainingOf((await both(10, limited)).passed)).toEqual(downFrom(59, 10));
});

test('on PostgreSQL two servers together allow 60 requests per second by default', async () => {
  const { both, advance } = await createTwoServers();
  const first = await both(60);
  expect([remainingOf(first.passed), first.refused.length]).toEqual([downFrom(1799, 60), 0]);
  expect((await both(2)).passed).toEqual([]);
  await advance(1);
  expect((await both(62)).passed).toHaveLength(60);
});

test('on PostgreSQL a request counts at most once while its key and its account change', async () => {
  const { server, api, key, accountId: id } = await createTestServer({ database: 'postgres' });
  const changing = await key({ requestsPerMinute: 600 });
  const db = rawDatabase(server.app.config.databaseUrl);
  const change = (columns: object) =>
    db('api_keys')
      .where({ hash: hashOf(changing) })
      .update(columns);
  const changeAccount = (columns: object) => db('accounts').where({ id }).update(columns);
  const call = async () => {
    const { status, headers } = await api('GET', '/me', { key: changing });
    return [status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']];
  };
  const three = () => Promise.all([call(), call(), call()]);
  expect(await call()).toEqual([200, '600', '599']);
  expect(await call()).toEqual([200, '600', '598']);
  await change({ requests_per_minute: 700 });
  expect((await three()).map(([, , remaining]) => remaining).sort()).toEqual(['695', '696', '697']);
  await change({ requests_per_minute: 5 });
  expect(await call()).toEqual([429, '5', '0']);
  await change({ requests_per_minute: 600 });
  for (const [refused, allowed] of [
    [{ is_active: false }, { is_active: true }],
    [{ api_enabled: false }, { api_enabled: true }],
    [{ license_expires_at: 1 }, { license_expires_at: null }],
  ]) {
    await changeAccount(refused as object);
    expect((await three()).filter(([status]) => status === 200)).toEqual([]);
    await changeAccount(allowed as object);
  }
  await change({ allowed_ips: '["10.0.0.1"]' });
  expect((await three()).map(([status]) => status)).toEqual([403, 403, 403]);
  await change({ allowed_ips: null });
  expect(await call()).toEqual([200, '600', '594']);
  await change({ revoked_at: 1 });
  expect((await three()).map(([status]) => status)).toEqual([401, 401, 401]);
});
