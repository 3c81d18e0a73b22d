import type { Answer } from '../answer.ts';
import { alone, clause } from '../clause.ts';
import type { Context } from '../context.ts';
import { equal, that } from '../expectations.ts';

const header = (answer: Answer, name: string): number => Number(answer.headers[`x-ratelimit-${name}`]);

clause('8/rate-default', async (t) => {
  equal(header((await t.get('/me')).is(200), 'limit'), 1800, 'X-RateLimit-Limit');
});
clause('8/burst-default', async (t) => {
  equal(header((await t.get('/me')).is(200), 'burst'), 60, 'X-RateLimit-Burst');
});
clause('8/burst-minimum', async (t) => {
  for (const requests_per_minute of [1, 60, 299]) {
    equal(
      header(await t.get('/me', { key: await t.key({ requests_per_minute }) }), 'burst'),
      10,
      `X-RateLimit-Burst at ${requests_per_minute} a minute`,
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
      `X-RateLimit-Burst at ${requests_per_minute} a minute`,
    );
  }
});
clause('8/remaining-counts', async (t) => {
  const key = await t.key({ requests_per_minute: 30 });
  const first = header((await t.get('/me', { key })).is(200), 'remaining');
  const second = header((await t.get('/me', { key })).is(200), 'remaining');
  that(first <= 30 && second < first, 'it falls with each request', { first, second });
});

/** As many requests, no more at once than the burst allows. */
async function requests(t: Context, key: string, count: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let left = count; left > 0; left -= 10) {
    answers.push(...(await Promise.all(Array.from({ length: Math.min(10, left) }, () => t.get('/me', { key })))));
    await t.advance(2);
  }
  return answers;
}
const refusals = (answers: Answer[]): number => answers.filter(({ status }) => status === 429).length;

alone('8/rate-within-minute', async (t) => {
  equal(refusals(await requests(t, await t.key({ requests_per_minute: 30 }), 30)), 0, 'how many were refused');
});
alone(['8/rate-enforced-minute', '7/RATE_LIMITED', '4.2/send-429'], async (t) => {
  const key = await t.key({ requests_per_minute: 30 });
  await requests(t, key, 30);
  (await t.get('/me', { key })).refuses('RATE_LIMITED');
  (await t.send({ to: t.person(), text: 'Hi' }, { key })).refuses('RATE_LIMITED');
});
alone('8/rate-minute-later', async (t) => {
  const key = await t.key({ requests_per_minute: 30 });
  await requests(t, key, 31);
  await t.advance(61);
  (await t.get('/me', { key })).is(200);
});
alone('8/burst-within', async (t) => {
  const key = await t.key({ requests_per_minute: 120 });
  const answers = await Promise.all(Array.from({ length: 10 }, () => t.get('/me', { key })));
  equal(refusals(answers), 0, 'how many of 10 were refused');
});
alone('8/burst-enforced', async (t) => {
  const key = await t.key({ requests_per_minute: 120 });
  const answers = await Promise.all(Array.from({ length: 25 }, () => t.get('/me', { key })));
  that(refusals(answers) >= 1, 'some of 25 at once are refused where 10 a second are allowed', refusals(answers));
});

alone('8/rate-per-key', async (t) => {
  const one = await t.key({ requests_per_minute: 30 });
  await requests(t, one, 31);
  (await t.get('/me', { key: await t.key({ requests_per_minute: 30 }) })).is(200);
});
alone(
  ['8/excess-headers', '8/excess-retry-after', '7/rate-limited-retry-after', '8/retry-after-honoured'],
  async (t) => {
    const one = await t.key({ requests_per_minute: 30 });
    await requests(t, one, 30);
    const answer = (await t.get('/me', { key: one })).refuses('RATE_LIMITED');
    equal([header(answer, 'limit'), header(answer, 'burst')], [30, 10], 'limit and burst');
    that(/^\d+$/.test(answer.headers['retry-after'] ?? ''), 'Retry-After is a number of seconds', answer.headers);
    await t.advance(Number(answer.headers['retry-after']) + 1);
    (await t.get('/me', { key: one })).is(200);
  },
);
