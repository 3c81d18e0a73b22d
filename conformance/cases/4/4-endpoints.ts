import { OPERATIONS, type Operation } from '@wigwag/openapi';
import type { CaseContext } from '../../context.ts';
import { clause } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { FILES } from '../support/files.ts';
import { idOf } from '../support/flows.ts';
import { query } from '../support/support.ts';

const kebab = (id: string): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The operations of section 4. */
const ENDPOINTS = OPERATIONS.filter(({ versioned }) => versioned).map((operation) => ({
  operation,
  slug: kebab(operation.id),
}));

/** Test data for the operations: an account with a person who wrote, a message, a file and a flow. */
const fixture = (t: CaseContext) =>
  t.shared('endpoints', async (own) => {
    const phone = await own.openRecipient();
    const { id } = (await own.send({ to: phone, text: 'Hello' }, { key: await own.testKey() })).succeeds().data;
    const flow = t.session.control ? await own.post('/flows', FLOW) : undefined;
    return { own, phone, message: String(id), flow: String(idOf(flow?.body?.data) ?? 1) };
  });

const FLOW = { name: 'Scopes', template: 'promo_spring', button: 'Tell me more', steps: [{ delay: '0', text: 'Hi' }] };

/** Sends a valid request, so that the target can refuse only the key, whatever it checks first. */
async function callValid(t: CaseContext, { id, method, path, keyIn }: Operation, key: string | null) {
  const { phone, message, flow } = await fixture(t);
  const bodies: Record<string, unknown> = {
    sendMessage: { to: phone, text: 'Hello' },
    sendTemplate: { to: phone, name: 'hello_world' },
    upsertContact: { phone, name: 'Ada' },
    updateContact: { name: 'Ada' },
    addOptOut: { phone: t.person() },
    blockNumber: { phone: t.person() },
    updateConversation: { unread_count: 0 },
    createFlow: FLOW,
    updateFlow: { name: 'Other' },
    testFlow: { to: phone },
    testWebhook: { event: 'message.received' },
  };
  const inPath: Record<string, string> = {
    phone,
    id: path.startsWith('/flows') ? flow : path.startsWith('/contacts') ? phone : message,
  };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(name === 'api_key' ? (key ?? 'none') : (inPath[name] ?? '')),
  );
  const asked =
    filled.startsWith('/messages/template') && method === 'get'
      ? `${filled}?${query({ to: phone, name: 'hello_world' })}`
      : filled;
  const body = bodies[id];
  return t.call(method.toUpperCase(), asked, {
    key: keyIn.includes('path') ? null : key,
    ...(body !== undefined && { body }),
    ...(id === 'uploadMedia' && { raw: picture() }),
  });
}

function picture(): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(FILES['a.png'].body)], { type: 'image/png' }), 'a.png');
  return form;
}

for (const { operation, slug } of ENDPOINTS) {
  if (operation.keyIn.includes('path')) {
    clause(['4/auth-send-template-by-path-key', '4.2/path-401', '5.4/path-invalid'], async (t) => {
      (await t.get('/messages/template/not_a_key?to=905551112233&name=hello_world', { key: null })).refuses(
        'INVALID_API_KEY',
      );
    });
  } else {
    clause([`4/auth-${slug}`, '5.1/every-request'], slug, async (t) => {
      (await callValid(t, operation, null)).refuses('MISSING_API_KEY');
      (await callValid(t, operation, 'not_a_key')).refuses('INVALID_API_KEY');
    });
  }
}

/** Calls each operation that needs no existing record, except GET /me and GET /channels, with a valid request. */
export const ENDPOINTS_WITHOUT_IDS = ENDPOINTS.filter(
  ({ operation: { path } }) => !path.includes('{') && !['/me', '/channels'].includes(path),
).map(
  ({ operation }) =>
    (t: CaseContext, key: string) =>
      callValid(t, operation, key),
);

// Each scope on each operation (§5.5).

/** Returns whether the response reports a missing scope. */
const isDenied = ({ status, body }: { status: number; body: { error?: { code?: string } } | undefined }) =>
  status === 403 && body?.error?.code === 'SCOPE_DENIED';

const SCOPES = [...new Set(ENDPOINTS.flatMap(({ operation }) => operation.scopes))];
type Scopes = Exclude<Parameters<CaseContext['key']>[0], undefined>['scopes'];

for (const { operation, slug } of ENDPOINTS) {
  const [scope] = operation.scopes;
  if (scope === undefined) {
    continue;
  }
  const asked = (t: CaseContext, key: string) => callValid(t, operation, key);
  clause([`5.5/${slug}-without`, '5.6/scope-denied', '7/SCOPE_DENIED'], slug, async (t) => {
    const { own } = await fixture(t);
    const key = await own.key({ mode: 'test', scopes: SCOPES.filter((one) => one !== scope) as Scopes });
    (await asked(t, key)).refuses('SCOPE_DENIED');
  });
  clause([`5.5/${slug}-with`, '5.3/scope'], slug, async (t) => {
    const { own } = await fixture(t);
    const key = await own.key({ mode: 'test', scopes: [scope] as Scopes });
    const answer = await asked(t, key);
    expectThat(!isDenied(answer), 'the error is not a missing scope', answer.body);
  });
}

clause('5.5/several', async (t) => {
  const key = await t.key({ scopes: ['contacts:read', 'templates:read', 'flows:read'] });
  for (const path of ['/flows', '/contacts', '/templates']) {
    (await t.get(path, { key })).is(200);
  }
  (await t.get('/conversations', { key })).refuses('SCOPE_DENIED');
});
clause(['5.5/full-access', '5.3/unrestricted'], async (t) => {
  t.requireOwnAccount();
  for (const { operation } of ENDPOINTS) {
    if (!operation.keyIn.includes('path')) {
      equal(
        isDenied(await callValid(t, operation, await t.testKey())),
        false,
        `whether a scope is missing for ${operation.id}`,
      );
    }
  }
});
clause('5.5/empty', async (t) => {
  const { own } = t.session.control ? await fixture(t) : { own: t };
  const key = await own.key({ mode: 'test', scopes: [] });
  for (const { operation } of ENDPOINTS) {
    if (operation.scopes.length > 0 && !operation.keyIn.includes('path')) {
      (await callValid(t, operation, key)).refuses('SCOPE_DENIED');
    }
  }
});
