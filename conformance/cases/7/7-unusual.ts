import type { ApiResponse } from '../../answer.ts';
import type { CaseContext } from '../../context.ts';
import { clause, reading } from '../../declare-case.ts';
import { expectThat } from '../../expectations.ts';
import { flowBody, flowId, template } from '../support/flows.ts';
import { query } from '../support/support.ts';

// Values that no correct client sends, but that a server must survive.

/** Checks that a request is accepted or refused, without an unexpected error. */
function survives(answer: ApiResponse): void {
  expectThat(answer.status < 500, `${answer.request.method} ${answer.request.url} causes no error`, answer.status);
}

const TEXTS: [variant: string, text: string][] = [
  ['NUL', 'a\0b'],
  ['half a surrogate pair', 'a\ud83d'],
  ['the other half', '\udc4db'],
  // Longer than a column or an index of many databases.
  ['5,000 letters', 'long '.repeat(1000).trim()],
];
for (const [variant, text] of TEXTS) {
  clause('7/unusual-texts', variant, async (t) => {
    const to = await t.customer();
    await template(t);
    survives(await t.send({ to, text }));
    survives(await t.send({ to, text: 'Hello' }, { headers: { 'idempotency-key': encodeURIComponent(variant) } }));
    survives(await t.sendTemplate({ to, name: text }));
    survives(await t.post('/contacts', { phone: to, name: text }));
    survives(await t.patch(`/contacts/${to}`, { display_name: text }));
    survives(await t.post('/opt-outs', { phone: t.person(), source: text }));
    survives(await t.post('/blocked-numbers', { phone: t.person(), reason: text }));
    survives(await t.post('/flows', flowBody({ name: text })));
    survives(await t.get(`/contacts?${query({ search: text })}`));
  });
}

const LARGE = ['9007199254740993', '9223372036854775808', '99999999999999999999999999', '-9223372036854775809'];
for (const number of LARGE) {
  clause('7/unusual-numbers', number, async (t) => {
    const phone = await t.customer();
    const raw = (field: string) => ({ headers: { 'content-type': 'application/json' }, raw: `{"${field}":${number}}` });
    survives(await t.get(`/conversations?agent_id=${number}`));
    survives(await t.call('PATCH', `/conversations/${phone}`, raw('agent_id')));
    survives(await t.call('PATCH', `/conversations/${phone}`, raw('unread_count')));
    survives(await t.get(`/flows?template_id=${number}`));
    const flow = JSON.stringify(flowBody({ template: undefined, template_id: 0 }));
    survives(
      await t.call('POST', '/flows', { ...raw(''), raw: flow.replace('"template_id":0', `"template_id":${number}`) }),
    );
    survives(await t.get(`/flows/${number}`));
    survives(await t.get(`/contacts?limit=${number}`));
    survives(await t.get(`/messages/msg_${number.replace('-', '')}`));
  });
}

const IDS = ['abc', '0x1', '1.5', '-1', '1e3', '%00', '%E0%A4%A', '%ZZ', '%', '..%2f1', '%F0%9F%91%8D'];
const PLACES: ((t: CaseContext, id: string) => Promise<ApiResponse>)[] = [
  (t, id) => t.get(`/flows/${id}`),
  (t, id) => t.get(`/flows/${id}/runs`),
  (t, id) => t.patch(`/flows/${id}`, { name: 'Other' }),
  (t, id) => t.delete(`/flows/${id}`),
  (t, id) => t.get(`/messages/${id}`),
  (t, id) => t.get(`/contacts/${id}`),
  (t, id) => t.get(`/contacts/${id}/window`),
  (t, id) => t.get(`/conversations/${id}`),
  (t, id) => t.get(`/conversations/${id}/messages`),
  (t, id) => t.delete(`/opt-outs/${id}`),
];
clause('7/unusual-paths', async (t) => {
  await flowId(t);
  for (const id of IDS) {
    for (const ask of PLACES) {
      survives(await ask(t, id));
    }
  }
});

const BODIES = ['null', '[]', '[{}]', '"text"', '7', 'true'];
const TAKING = ['/messages', '/messages/template', '/contacts', '/opt-outs', '/blocked-numbers', '/flows'];
for (const raw of BODIES) {
  reading('7/validation-no-object', raw, async (t) => {
    const headers = { 'content-type': 'application/json' };
    for (const path of TAKING) {
      (await t.call('POST', path, { headers, raw })).refuses('VALIDATION_FAILED', 'INVALID_JSON');
    }
  });
}
