import { ELSEWHERE } from '../../context/accounts.ts';
import type { CaseContext } from '../../context.ts';
import { clause, reading } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import type { Situation } from '../../target.ts';
import { Untestable } from '../../verdict.ts';
import { upload } from '../support/files.ts';
import { link, linkOfKey, query, WINDOWED, withKey } from '../support/support.ts';

reading('5.1/bearer', async (t) => {
  (await t.get('/me')).succeeds();
});

// Keys.

clause(['5.2/length-live'], async (t) => {
  equal((await t.account()).live.length, 49, 'the length of a live key');
});
clause(['5.2/length-test'], async (t) => {
  equal((await t.testKey()).length, 49, 'the length of a test key');
});

/** Returns the common prefix of these keys. */
const shared = (keys: readonly string[]): string => {
  const [first = '', ...others] = keys;
  let length = first.length;
  while (!others.every((key) => key.startsWith(first.slice(0, length)))) {
    length--;
  }
  return first.slice(0, length);
};
/** Returns the common prefix of four accounts' keys. */
const prefixes = (t: CaseContext) =>
  t.shared('prefixes', async (own) => {
    const accounts = [await own.account(), await own.newAccount(), await own.newAccount(), await own.newAccount()];
    return { live: shared(accounts.map(({ live }) => live)), test: shared(accounts.map(({ test }) => test)) };
  });

clause('5.2/prefixes-differ', async (t) => {
  const { live, test } = await prefixes(t);
  expectThat(!live.startsWith(test) && !test.startsWith(live), 'live and test keys have different prefixes', {
    live,
    test,
  });
});
for (const mode of ['live', 'test'] as const) {
  clause(`5.2/prefix-${mode}`, async (t) => {
    const common = await prefixes(t);
    expectThat(common[mode] !== '', `${mode} keys of four accounts share a prefix`, common);
  });
}
clause('5.2/not-shown', async (t) => {
  const { live } = await t.account();
  const { text } = (await t.get('/me')).succeeds();
  expectThat(!text.includes(live.slice(12)), 'GET /me does not show the key', text);
});
clause(['5.2/revoked-at-once', '7/API_KEY_REVOKED'], async (t) => {
  const key = await t.key();
  (await t.get('/me', { key })).succeeds();
  await t.revoke(key);
  (await t.get('/me', { key })).refuses('API_KEY_REVOKED');
});
clause('5.2/revoked-others', async (t) => {
  await t.revoke(await t.key());
  (await t.get('/me')).succeeds();
});

// Restrictions.

const LOCAL = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

clause('5.3/ip-allowed', async (t) => {
  (await t.get('/me', { key: await t.key({ allowed_ips: LOCAL.slice(0, 2) }) })).succeeds();
});
clause('5.3/ip-allowed', 'the last of several', async (t) => {
  (await t.get('/me', { key: await t.key({ allowed_ips: [ELSEWHERE, ...LOCAL.slice(0, 2)] }) })).succeeds();
});
clause('5.3/ip-range', async (t) => {
  (await t.get('/me', { key: await t.key({ allowed_ips: ['127.0.0.0/8', '::1/128'] }) })).succeeds();
});
for (const mode of ['live', 'test'] as const) {
  clause('5.3/scope', mode, async (t) => {
    (await t.get('/contacts', { key: await t.key({ mode, scopes: [] }) })).refuses('SCOPE_DENIED');
  });
}
clause(['5.3/ip-denied', '5.6/ip', '7/IP_NOT_ALLOWED'], 'of a test key', async (t) => {
  const key = await t.key({ mode: 'test', allowed_ips: [ELSEWHERE] });
  (await t.get('/me', { key })).refuses('IP_NOT_ALLOWED');
});
clause(['5.3/ip-denied', '5.6/ip', '7/IP_NOT_ALLOWED'], async (t) => {
  const key = await t.key({ allowed_ips: [ELSEWHERE] });
  (await t.get('/me', { key })).refuses('IP_NOT_ALLOWED');
  (await t.get('/contacts', { key })).refuses('IP_NOT_ALLOWED');
});

// Keys in links: only the GET template endpoints take them.

for (const [slug, method, path] of [
  ['query-me', 'GET', '/me'],
  ['query-messages', 'POST', '/messages'],
  ['query-template-post', 'POST', '/messages/template'],
  ['query-contacts', 'GET', '/contacts'],
  ['query-conversations', 'GET', '/conversations'],
  ['query-templates', 'GET', '/templates'],
] as const) {
  reading(`5.4/${slug}`, async (t) => {
    const { live } = await t.account();
    const answer = await t.call(method, `${path}?${query({ api_key: live })}`, {
      key: null,
      ...(method === 'POST' && { body: { to: '905551112233', text: 'Hi', name: 'hello_world' } }),
    });
    answer.refuses('MISSING_API_KEY', 'INVALID_API_KEY');
  });
}

/** All other GET operations of the specification. None of them needs existing data. */
const HEADER_ONLY = [
  '/channels',
  '/messages/msg_1',
  '/contacts/905551112233',
  '/contacts/905551112233/window',
  '/opt-outs',
  '/blocked-numbers',
  '/conversations/905551112233',
  '/conversations/905551112233/messages',
  '/flows',
  '/flows/1',
  '/flows/1/runs',
  '/flows/1/stats',
  '/stats',
  '/labels',
  '/agents',
];
clause('5.4/query-others', async (t) => {
  const { live } = await t.account();
  for (const path of HEADER_ONLY) {
    (await t.get(`${path}?${query({ api_key: live })}`, { key: null })).refuses('MISSING_API_KEY', 'INVALID_API_KEY');
  }
});

const inLink = (where: 'query' | 'path', key: string): string => {
  const values = { to: '905551112233', name: 'hello_world' };
  return where === 'query' ? link({ ...values, api_key: key }) : linkOfKey(key, values);
};

for (const where of ['query', 'path'] as const) {
  clause(`5.4/${where}-invalid`, where, async (t) => {
    (await t.get(inLink(where, 'not_a_key'), { key: null })).refuses('INVALID_API_KEY');
  });
  clause(`5.4/${where}-revoked`, where, async (t) => {
    (await t.get(inLink(where, await t.key({ revoked: true })), { key: null })).refuses('API_KEY_REVOKED');
  });
  clause(`5.4/${where}-scope`, where, async (t) => {
    (await t.get(inLink(where, await t.key({ scopes: ['messages:read'] })), { key: null })).refuses('SCOPE_DENIED');
  });
  clause(`5.4/${where}-ip`, where, async (t) => {
    (await t.get(inLink(where, await t.key({ allowed_ips: [ELSEWHERE] })), { key: null })).refuses('IP_NOT_ALLOWED');
    (await t.get(inLink(where, await t.key({ mode: 'test', allowed_ips: LOCAL.slice(0, 2) })), { key: null })).is(202);
  });
  clause('5.4/send-scope-enough', where, async (t) => {
    (await t.get(inLink(where, await t.key({ mode: 'test', scopes: ['messages:send'] })), { key: null })).succeeds();
  });
}

// Refusals.

clause(['5.6/missing', '7/MISSING_API_KEY'], async (t) => {
  (await t.get('/me', { key: null })).refuses('MISSING_API_KEY');
  (await t.send({ to: '905551112233', text: 'Hi' }, { key: null })).refuses('MISSING_API_KEY');
});
clause(['5.6/malformed', '7/INVALID_API_KEY'], 'malformed', async (t) => {
  for (const key of ['nonsense', 'x'.repeat(49), `${(await t.account()).live}x`]) {
    (await t.get('/me', { key })).refuses('INVALID_API_KEY');
  }
});
clause(['5.6/unknown', '5.6/unknown-same-length', '7/INVALID_API_KEY'], 'unknown', async (t) => {
  const { live } = await t.account();
  const other = live.endsWith('a') ? 'b' : 'a';
  (await t.get('/me', { key: live.slice(0, -1) + other })).refuses('INVALID_API_KEY');
});
clause(['5.6/unknown-case', '7/INVALID_API_KEY'], 'case', async (t) => {
  const { live } = await t.account();
  (await t.get('/me', { key: live })).succeeds();
  const inOtherCase = [...live].map((letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
  (await t.get('/me', { key: inOtherCase.join('') })).refuses('INVALID_API_KEY');
});
clause(['5.6/revoked', '7/API_KEY_REVOKED'], async (t) => {
  (await t.get('/me', { key: await t.key({ revoked: true }) })).refuses('API_KEY_REVOKED');
});

const CLOSED: [slug: string, situation: Situation, code: 'MODULE_DISABLED' | 'ACCOUNT_INACTIVE' | 'LICENSE_EXPIRED'][] =
  [
    ['module-api', 'api_disabled', 'MODULE_DISABLED'],
    ['inactive', 'inactive', 'ACCOUNT_INACTIVE'],
    ['expired', 'license_expired', 'LICENSE_EXPIRED'],
  ];
for (const [slug, situation, code] of CLOSED) {
  clause([`5.6/${slug}`, `7/${code}`], async (t) => {
    const { live } = await t.newAccount(situation);
    (await t.get('/conversations', { key: live })).refuses(code);
    (await t.send({ to: '905551112233', text: 'Hi' }, { key: live })).refuses(code);
    const values = { to: '905551112233', name: 'hello_world' };
    (await t.get(link({ ...values, api_key: live }), { key: null })).refuses(code);
    (await t.get(linkOfKey(live, values), { key: null })).refuses(code);
  });
}
clause(['5.6/module-webhook', '7/WEBHOOK_MODULE_DISABLED'], async (t) => {
  const { live } = await t.newAccount('webhook_disabled');
  (await t.post('/webhooks/test', { event: 'message.received' }, { key: live })).refuses('WEBHOOK_MODULE_DISABLED');
  (await t.get('/me', { key: live })).succeeds();
});
clause('5.6/module-webhook-silent', async (t) => {
  const { id: account_id, secret } = await t.newAccount('webhook_disabled');
  const { control, hooks } = t.session;
  if (!control || account_id === undefined) {
    throw new Untestable('needs the control protocol: an account whose webhook endpoint is set');
  }
  const receiver = hooks.receiver(secret);
  await control.call('setWebhook', { account_id, url: receiver.url });
  const from = { id: t.person(), name: 'Ada' };
  await control.call('receiveInbound', { account_id, channel: 'whatsapp', from, type: 'text', text: 'Hello' });
  await t.settle();
  equal(receiver.deliveries.length, 0, 'the number of events received');
});
clause(['5.6/module-flows', '7/FLOW_MODULE_DISABLED'], async (t) => {
  const { live } = await t.newAccount('flows_disabled');
  (await t.get('/flows', { key: live })).refuses('FLOW_MODULE_DISABLED');
  (await t.get('/me', { key: live })).succeeds();
});

// Test mode.

const tested = async (t: CaseContext, request: Record<string, unknown>) =>
  t.send({ to: t.person(), ...request }, { key: await t.testKey() });

reading('5.7/validates-recipient', async (t) => {
  (await tested(t, { to: 'nobody', text: 'Hi' })).refuses('RECIPIENT_INVALID');
});
reading('5.7/validates-text', async (t) => {
  (await tested(t, { text: 'a'.repeat(4097) })).refuses(422);
});
reading('5.7/validates-media', async (t) => {
  (await tested(t, { type: 'image' })).refuses('MEDIA_REQUIRED');
  (await upload(t, 'a.zip', { key: await t.testKey() })).refuses('MEDIA_TYPE_UNSUPPORTED');
});
for (const [slug, request, code] of [
  ['validates-template', { name: 'no_such_template' }, 'TEMPLATE_NOT_FOUND'],
  ['validates-approval', { name: 'pending_one' }, 'TEMPLATE_NOT_APPROVED'],
  ['validates-variables', { name: 'welcome_named' }, 'TEMPLATE_VARIABLES_MISSING'],
] as const) {
  clause(`5.7/${slug}`, async (t) => {
    const name =
      code === 'TEMPLATE_NOT_FOUND' ? request.name : t.template(code === 'TEMPLATE_NOT_APPROVED' ? 'pending' : 'named');
    (await t.sendTemplate({ to: t.person(), name }, { key: await t.testKey() })).refuses(code);
  });
}
clause('5.7/not-sent', async (t) => {
  const to = await t.customer();
  (await t.send({ to, text: 'Only a test' }, { key: await t.testKey() })).succeeds();
  equal(await t.sends(), [], 'the sends the provider accepted');
});
clause('5.7/template-not-sent', async (t) => {
  (await t.sendTemplate({ to: t.person(), name: 'hello_world' }, { key: await t.testKey() })).succeeds();
  equal(await t.sends(), [], 'the sends the provider accepted');
});
clause('5.7/upload-not-sent', async (t) => {
  await t.provider({ outcome: 'reject', applies_to: 'media', code: 131053 });
  (await upload(t, 'a.jpg', { key: await t.testKey() })).succeeds();
});
clause('5.7/query-not-sent', async (t) => {
  (
    await t.get(`/messages/template?${query({ to: t.person(), name: 'hello_world' })}`, { key: await t.testKey() })
  ).succeeds();
  equal(await t.sends(), [], 'the sends the provider accepted');
});
for (const channel of WINDOWED) {
  clause('5.7/window-skipped', channel, async (t) => {
    const answer = await t.send({ channel, to: t.person(channel), text: 'Hi' }, { key: await t.testKey() });
    // An ID that does not come from a webhook event (§1) may be invalid. Sends with a test key are also validated.
    if (channel !== 'whatsapp' && answer.status === 422) {
      answer.refuses('RECIPIENT_INVALID');
    } else {
      answer.succeeds();
    }
  });
}
clause('5.7/mode-header', async (t) => {
  equal((await tested(t, { text: 'Hi' })).succeeds().headers['x-service-mode'], 'test', 'X-Service-Mode');
});
clause('5.7/mode-header', 'repeated', async (t) => {
  const [to, key, again] = [t.person(), await t.testKey(), withKey(t, 'mode')];
  (await t.send({ to, text: 'Hi' }, { key, ...again })).succeeds();
  const { headers } = (await t.send({ to, text: 'Hi' }, { key, ...again })).succeeds();
  equal(headers['x-service-mode'], 'test', 'X-Service-Mode of the second response');
});
clause('5.7/mode-header-live', async (t) => {
  const to = await t.openRecipient();
  const { headers } = (await t.send({ to, text: 'Hi' })).succeeds();
  expectThat(headers['x-service-mode'] !== 'test', 'X-Service-Mode is not test', headers);
});
clause('5.7/template-response', async (t) => {
  const { data, headers } = (
    await t.sendTemplate({ to: t.person(), name: t.template('plain') }, { key: await t.testKey() })
  ).succeeds();
  equal([data.status, data.test, headers['x-service-mode']], ['sent', true, 'test'], 'status, test and X-Service-Mode');
});
for (const variant of ['key in the header', 'key in the path']) {
  clause('5.7/query-response', variant, async (t) => {
    const values = { to: t.person(), name: t.template('plain') };
    const key = await t.testKey();
    const answer =
      variant === 'key in the path'
        ? await t.get(linkOfKey(key, values), { key: null })
        : await t.get(link(values), { key });
    const { data, headers } = answer.succeeds();
    equal(
      [data.status, data.test, headers['x-service-mode']],
      ['sent', true, 'test'],
      'status, test and X-Service-Mode',
    );
  });
}
clause('5.7/live-not-flagged', async (t) => {
  const to = await t.openRecipient();
  const receiver = await t.receiver(['message.status']);
  const { id } = (await t.send({ to, text: 'Hi' })).succeeds().data;
  const [event] = await t.events(receiver, 'message.status', 1, (body) => body.data.message.id === id);
  const { test, data } = event?.body ?? {};
  expectThat(![test, data.test, data.message.test].includes(true), 'the event does not have test true', event?.body);
});
