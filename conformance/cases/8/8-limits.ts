import type { ApiResponse } from '../../answer.ts';
import type { CaseContext } from '../../context.ts';
import { clause, timed } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { link, linkOfKey } from '../support/support.ts';

const header = (answer: ApiResponse, name: string): number => Number(answer.headers[`x-ratelimit-${name}`]);

/** Limits are only known for a new key. */
clause('8/rate-default', async (t) => {
  t.requireOwnAccount();
  equal(header((await t.get('/me')).succeeds(), 'limit'), 1800, 'X-RateLimit-Limit');
});
clause('8/burst-default', async (t) => {
  t.requireOwnAccount();
  equal(header((await t.get('/me')).succeeds(), 'burst'), 60, 'X-RateLimit-Burst');
});
clause('8/burst-minimum', async (t) => {
  for (const requests_per_minute of [1, 60, 299]) {
    equal(
      header(await t.get('/me', { key: await t.key({ requests_per_minute }) }), 'burst'),
      10,
      `X-RateLimit-Burst at ${requests_per_minute} per minute`,
    );
  }
});
clause('8/burst-twice', async (t) => {
  for (const [requests_per_minute, burst] of [
    [600, 20],
    [3000, 100],
    [18_000, 600],
  ] as const) {
    equal(
      header(await t.get('/me', { key: await t.key({ requests_per_minute }) }), 'burst'),
      burst,
      `X-RateLimit-Burst at ${requests_per_minute} per minute`,
    );
  }
});
clause('8/remaining-counts', async (t) => {
  const key = await t.key({ requests_per_minute: 30 });
  const remaining: number[] = [];
  for (let i = 0; i < 6; i++) {
    remaining.push(header((await t.get('/me', { key })).succeeds(), 'remaining'));
  }
  // If time passes meanwhile, a request may become available again.
  const [first = 0, last = 0] = [remaining[0], remaining.at(-1)];
  expectThat(first <= 30 && last < first, 'it decreases with each request', remaining);
});

/** Sends this many requests, at most one burst at a time. */
async function requests(t: CaseContext, key: string, count: number): Promise<ApiResponse[]> {
  const answers: ApiResponse[] = [];
  for (let left = count; left > 0; left -= 10) {
    answers.push(...(await Promise.all(Array.from({ length: Math.min(10, left) }, () => t.get('/me', { key })))));
    await t.advance(2);
  }
  return answers;
}
/** Uses up 30 requests per minute. One or two more may become available while a few seconds pass. */
async function exhaust(t: CaseContext, key: string): Promise<void> {
  // The limit may apply per clock minute, so the minute must not end during the test.
  await t.advance(60 - (await t.now()).getUTCSeconds());
  await requests(t, key, 30);
  for (let more = 0; more < 5 && (await t.get('/me', { key })).status !== 429; more++) {}
}
/** Returns how often each status was returned. */
const countsOf = (statuses: readonly number[]): Record<number, number> =>
  Object.fromEntries([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]));
const refusals = (answers: ApiResponse[]): number => answers.filter(({ status }) => status === 429).length;

timed('8/rate-within-minute', async (t) => {
  equal(refusals(await requests(t, await t.key({ requests_per_minute: 30 }), 30)), 0, 'the number of refused requests');
});
clause(['8/rate-exact', '8/rate-enforced-minute'], async (t) => {
  // The limit per minute is below the burst, so the test needs no time to pass.
  const key = await t.key({ requests_per_minute: 5 });
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) {
    statuses.push((await t.get('/me', { key })).status);
  }
  equal(statuses, [200, 200, 200, 200, 200, 429], 'the statuses of six requests with a limit of five');
});
for (const place of ['query', 'path']) {
  clause('8/rate-enforced-minute', `a key in the ${place}`, async (t) => {
    const key = await t.key({ mode: 'test', requests_per_minute: 5 });
    const name = t.template('plain');
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      const values = { to: t.person(), name };
      const path = place === 'query' ? link({ ...values, api_key: key }) : linkOfKey(key, values);
      statuses.push((await t.get(path, { key: null })).status);
    }
    equal(statuses, [202, 202, 202, 202, 202, 429], 'the statuses of six requests with a limit of five');
  });
}
timed(['8/rate-enforced-minute', '7/RATE_LIMITED', '4.2/send-429'], async (t) => {
  const key = await t.key({ requests_per_minute: 30 });
  await exhaust(t, key);
  (await t.get('/me', { key })).refuses('RATE_LIMITED');
  (await t.send({ to: t.person(), text: 'Hi' }, { key })).refuses('RATE_LIMITED');
});
timed('8/rate-minute-later', async (t) => {
  const key = await t.key({ requests_per_minute: 30 });
  await exhaust(t, key);
  await t.advance(61);
  (await t.get('/me', { key })).succeeds();
});
timed('8/burst-within', async (t) => {
  const key = await t.key({ requests_per_minute: 120 });
  const answers = await Promise.all(Array.from({ length: 10 }, () => t.get('/me', { key })));
  equal(refusals(answers), 0, 'the number of refused requests out of 10');
});
timed('8/burst-enforced', async (t) => {
  const key = await t.key({ requests_per_minute: 120 });
  const answers = await Promise.all(Array.from({ length: 25 }, () => t.get('/me', { key })));
  expectThat(
    refusals(answers) >= 1,
    'some of 25 concurrent requests are refused with a burst of 10 per second',
    refusals(answers),
  );
});

// The limits of a key as an account gets it, by requests.

/** Returns the statuses of this many concurrent requests. */
const statuses = async (t: CaseContext, key: string, count: number): Promise<number[]> =>
  (await Promise.all(Array.from({ length: count }, () => t.get('/me', { key })))).map(({ status }) => status);

timed('8/burst-default-enforced', async (t) => {
  const { live: key } = await t.account();
  await t.advance(1);
  equal(
    (await statuses(t, key, 60)).filter((status) => status !== 200),
    [],
    'the refusals of 60 requests at once',
  );
  const next = countsOf(await statuses(t, key, 60));
  expectThat(next[429] !== undefined, 'some of the next 60 requests in the same second are refused', next);
});
timed('8/rate-default-enforced', async (t) => {
  const { live: key } = await t.account();
  // The limit may apply per clock minute, so the minute must not end before the limit is reached.
  await t.advance(60 - (await t.now()).getUTCSeconds());
  // The bursts are more than a second apart, because a limit that counts in slots may count requests for longer than a
  // second. They average 50 requests per second, which empty a bucket of 1,800 that refills at 30 per second in 90 s.
  // A limit of 3,600 per minute never refuses.
  let accepted = 0;
  let refused = 0;
  for (let bursts = 0; bursts < 85 && refused === 0; bursts++) {
    const found = await statuses(t, key, 60);
    accepted += found.filter((status) => status === 200).length;
    refused += found.filter((status) => status === 429).length;
    await t.advance(1.2);
  }
  expectThat(accepted >= 1800, 'a key may send 1,800 requests per minute', { accepted, refused });
  expectThat(refused > 0, 'requests over the limit are refused', { accepted, refused });
});

timed('8/rate-per-key', async (t) => {
  const one = await t.key({ requests_per_minute: 30 });
  await exhaust(t, one);
  (await t.get('/me', { key: await t.key({ requests_per_minute: 30 }) })).succeeds();
});
/** Returns the response to a request over a limit per minute. The limit is below the burst, so no time has to pass. */
async function refusal(t: CaseContext): Promise<ApiResponse> {
  const key = await t.key({ requests_per_minute: 5 });
  let answer = await t.get('/me', { key });
  // A clock minute may end during the test.
  for (let more = 0; more < 10 && answer.status !== 429; more++) {
    answer = await t.get('/me', { key });
  }
  return answer.refuses('RATE_LIMITED');
}
clause('8/excess-headers', async (t) => {
  const answer = await refusal(t);
  equal([header(answer, 'limit'), header(answer, 'burst')], [5, 10], 'limit and burst');
  expectThat(answer.headers['x-ratelimit-remaining'] !== undefined, 'X-RateLimit-Remaining is present', answer.headers);
});
clause('7/rate-limited-retry-after', async (t) => {
  const { headers } = await refusal(t);
  expectThat(headers['retry-after'] !== undefined, 'Retry-After is present', headers);
});
timed(['8/excess-retry-after', '8/retry-after-honoured'], async (t) => {
  const key = await t.key({ requests_per_minute: 30 });
  await exhaust(t, key);
  const after = (await t.get('/me', { key })).refuses('RATE_LIMITED').headers['retry-after'] ?? '';
  const seconds = /^\d+$/.test(after) ? Number(after) : (Date.parse(after) - (await t.now()).getTime()) / 1000;
  expectThat(seconds >= 0 && seconds <= 61, 'Retry-After is a number of seconds or a date', after);
  await t.advance(Math.ceil(seconds) + 1);
  (await t.get('/me', { key })).succeeds();
});
