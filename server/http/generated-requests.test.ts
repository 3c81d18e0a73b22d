import { OPERATIONS } from '@wigwag/openapi';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTestServer, DATABASES } from '../testing.ts';
import { handlers } from './handlers/index.ts';
import { anyRequest, type Known } from './testing.ts';

const BUILT = OPERATIONS.filter(({ id }) => id in handlers);

/** Stands in every record of the other account, and must never stand in an answer. */
const SECRET = 'SECRETOFANOTHERACCOUNT';
const PERSON = '905551112233';

/** Values that exist, so that requests get past the first checks. */
const KNOWN: Known = {
  text: ['Hello', 'x'.repeat(1001)],
  media: [{ url: 'https://127.0.0.1:9/a.jpg' }],
  interactive: [{ kind: 'button', text: 'Yes?', buttons: [{ id: 'a', title: 'A' }] }],
  variables: [['Ada', '4711'], { first_name: 'Ada' }, []],
  header: [undefined],
  buttons: [[{ index: 0, text: '4711' }], undefined],
  reply_to: ['wamid.1'],
  to: [PERSON, '+90 555 111 22 33', '0555 111 22 33', '905550000000', 'web_visitor1'],
  phone: [PERSON, '0555 111 22 33', '905550000000', 'web_visitor1'],
  id: [PERSON, 'msg_17000000000000000001', '1', '2'],
  channel: ['whatsapp', 'web', 'instagram', 'messenger'],
  connection_id: ['wa_1', 'web_1', 'wa_2', 'ig_1'],
  name: ['hello_world', 'order_update', 'welcome_named', 'promo_spring', 'multi_lang'],
  template: ['hello_world', 'order_update'],
  language: ['en_US', 'tr'],
  agent_id: [1, 2, null],
  url: ['https://127.0.0.1:9/a.jpg'],
  api_key: ['ww_live_nobody'],
  cursor: ['WyJkZXNjIiwxXQ'],
  before: ['2026-05-04T12:00:00.000000+00:00'],
};

describe.each(DATABASES)('on %s', (database) => {
  const runs = database === 'sqlite' ? 1000 : 100;
  test(`${runs * 20} generated requests: no fault of the server, and nothing of another account`, {
    timeout: 300_000,
  }, async () => {
    const server = await createTestServer({ database });
    await server.customerWrites('Hi');
    await server.anotherAccount({ name: SECRET });
    const fast = await server.key({ requestsPerMinute: 1_000_000 });
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(anyRequest(BUILT, KNOWN), { minLength: 20, maxLength: 20 }), async (requests) => {
        await Promise.all(
          requests.map(async ({ method, path, body, headers }) => {
            const answer = await server.api(method, path, {
              key: fast,
              headers,
              ...(body !== undefined && { raw: JSON.stringify(body) ?? '' }),
            });
            const text = JSON.stringify(answer.body);
            expect(answer.status, `${method} ${path} ${JSON.stringify(body)} answered ${text}`).toBeLessThan(500);
            expect(answer.headers['x-request-id']).toMatch(/^req_/);
            expect(answer.headers['x-injected']).toBeUndefined();
            expect(answer.body.success).toBe(answer.status < 300);
            expect(text).not.toContain(SECRET);
            statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          }),
        );
      }),
      { numRuns: runs, seed: 20_261_121 },
    );
    // The generator reaches what it is meant to reach.
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 202, 400, 404, 409, 422]));
  });
});
