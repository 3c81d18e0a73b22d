import type { ApiResponse } from '../../answer.ts';
import type { CaseContext } from '../../context.ts';
import { clause } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { upload } from '../support/files.ts';
import { flowBody, onlyFlow, press, step, template } from '../support/flows.ts';
import { body, field, isRefusedOrFails, link, linkOfKey } from '../support/support.ts';

// Two accounts, and every reference in a request to a record of the other one.

type Account = Awaited<ReturnType<CaseContext['newAccount']>>;

/** Makes a record in another account. Returns the account and what identifies the record. */
const MAKES = {
  agent: async (t: CaseContext, { id: account_id = '' }: Account) =>
    (await t.session.control?.call('createAgent', { account_id, name: 'Grace' }))?.id ?? 0,
  template: async (t: CaseContext, { id: account_id = '' }: Account) => {
    const made = await t.session.control?.call('putTemplate', {
      account_id,
      name: 'only_theirs',
      language: 'en_US',
      category: 'UTILITY',
      status: 'APPROVED',
      parameter_format: 'POSITIONAL',
      components: [body('Hi'), { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'More' }] }],
    });
    return made?.id ?? 0;
  },
} as const;

/** Returns another account, if the target offers separate ones. */
async function another(t: CaseContext): Promise<Account> {
  t.requireOwnAccount();
  return t.newAccount();
}

const isMissing = (answer: ApiResponse): ApiResponse => answer.refuses(404, 422);

clause('5.2/reference-agent', 'assigned', async (t) => {
  const agent_id = await MAKES.agent(t, await another(t));
  const phone = await t.customer();
  isMissing(await t.patch(`/conversations/${phone}`, { agent_id }));
  isMissing(await t.patch(`/conversations/${phone}`, { agent_id, status: 'closed', unread_count: 5 }));
  const [conversation] = (await t.get('/conversations')).succeeds().data.conversations;
  equal(conversation?.agent ?? null, null, 'the agent of the conversation');
});
clause('5.2/reference-agent', 'unknown', async (t) => {
  const phone = await t.customer();
  isMissing(await t.patch(`/conversations/${phone}`, { agent_id: 999_999_999 }));
});
clause('5.2/reference-agent', 'filter', async (t) => {
  const other = await another(t);
  const agent_id = await MAKES.agent(t, other);
  await t.customer();
  const answer = await t.get(`/conversations?agent_id=${agent_id}`);
  equal(answer.status < 300 ? answer.list : [], [], "the conversations of the other account's agent");
});
clause('5.2/reference-template', 'sends', async (t) => {
  await MAKES.template(t, await another(t));
  const [to, { live }] = [t.person(), await t.account()];
  const values = { to, name: 'only_theirs' };
  (await t.sendTemplate(values)).refuses('TEMPLATE_NOT_FOUND');
  (await t.sendTemplate({ ...values, language: 'en_US' })).refuses('TEMPLATE_NOT_FOUND');
  (await t.get(link(values))).refuses('TEMPLATE_NOT_FOUND');
  (await t.get(linkOfKey(live, values), { key: null })).refuses('TEMPLATE_NOT_FOUND');
  equal(await t.sends(), [], 'the sends the provider accepted');
});
clause('5.2/reference-template', 'flows', async (t) => {
  const template_id = await MAKES.template(t, await another(t));
  const flow = flowBody({ template: undefined, template_id });
  isMissing(await t.post('/flows', flow));
  isMissing(await t.post('/flows', flowBody({ template: 'only_theirs' })));
  await template(t);
  const id = await onlyFlow(t, (await t.post('/flows', flowBody())).succeeds());
  isMissing(await t.patch(`/flows/${id}`, { template_id }));
  isMissing(await t.patch(`/flows/${id}`, { template: 'only_theirs' }));
  const answer = await t.get(`/flows?template_id=${template_id}`);
  equal(answer.status < 300 ? answer.list : [], [], "the flows of the other account's template");
});
clause('5.2/reference-template', 'list', async (t) => {
  await MAKES.template(t, await another(t));
  const { list } = (await t.get('/templates')).succeeds();
  expectThat(!JSON.stringify(list).includes('only_theirs'), "the other account's template is not listed", list);
});
clause('5.2/reference-media', 'header', async (t) => {
  const other = await another(t);
  const { id: media_id } = (await upload(t, 'a.jpg', { key: other.live })).succeeds().data;
  await t.addTemplate({
    name: 'picture',
    components: [
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['https://files.example/sample'] } },
      body('See the header.'),
    ],
  });
  const answer = await t.sendTemplate({ to: t.person(), name: 'picture', header: { media_id } });
  expectThat(await isRefusedOrFails(t, answer), 'the ID is refused', answer.status);
});
clause('5.2/reference-connection', 'upload', async (t) => {
  const connection_id = (await another(t)).connections?.whatsapp ?? '';
  (await upload(t, 'a.jpg', { fields: { connection_id } })).refuses('CONNECTION_NOT_FOUND');
});
for (const channel of ['whatsapp', 'instagram', 'messenger', 'web'] as const) {
  clause('5.2/reference-connection', channel, async (t) => {
    const connection_id = (await another(t)).connections?.[channel] ?? '';
    const to = await t.customer(channel);
    (await t.send({ channel, to, text: 'Hi', connection_id })).refuses('CONNECTION_NOT_FOUND');
    equal(await t.sends(), [], 'the sends the provider accepted');
  });
}
for (const where of ['query', 'path'] as const) {
  clause('5.2/reference-connection', `link, ${where}`, async (t) => {
    const connection_id = (await another(t)).connections?.whatsapp ?? '';
    const [values, { live }] = [{ to: t.person(), name: 'hello_world', connection_id }, await t.account()];
    const answer = where === 'path' ? t.get(linkOfKey(live, values), { key: null }) : t.get(link(values));
    (await answer).refuses('CONNECTION_NOT_FOUND');
    equal(await t.sends(), [], 'the sends the provider accepted');
  });
}

/** Requests about a record of another account, which must not exist for this one. */
const RECORDS: [what: string, ask: (t: CaseContext, other: Account) => Promise<ApiResponse[]>][] = [
  [
    'message',
    async (t, { live: key }) => {
      const { id } = (await t.sendTemplate({ to: t.person(), name: 'hello_world' }, { key })).succeeds().data;
      return [await t.get(`/messages/${id}`), await t.get(`/messages/${id}`, { key: await t.testKey() })];
    },
  ],
  [
    'message of a test key',
    async (t, { test: key }) => {
      const { id } = (await t.send({ to: t.person(), text: 'Hi' }, { key })).succeeds().data;
      return [await t.get(`/messages/${id}`), await t.get(`/messages/${id}`, { key: await t.testKey() })];
    },
  ],
  [
    'contact',
    async (t, { live: key }) => {
      const phone = t.person();
      (await t.post('/contacts', { phone, name: 'Ada' }, { key })).succeeds();
      return [await t.get(`/contacts/${phone}`), await t.patch(`/contacts/${phone}`, { name: 'Eve' })];
    },
  ],
  [
    'conversation',
    async (t, { id: account_id = '' }) => {
      const from = { id: t.person(), name: 'Ada' };
      const message = { channel: 'whatsapp', from, type: 'text', text: 'Hello' } as const;
      await t.session.control?.call('receiveInbound', { account_id, ...message });
      return [
        await t.get(`/conversations/${from.id}`),
        await t.patch(`/conversations/${from.id}`, { unread_count: 0 }),
        await t.send({ to: from.id, text: 'Hello' }),
      ];
    },
  ],
  [
    'flow',
    async (t, { id: account_id = '', live: key }) => {
      await MAKES.template(t, { id: account_id, live: key } as Account);
      (await t.post('/flows', flowBody({ template: 'only_theirs' }), { key })).succeeds();
      const { list } = (await t.get('/flows', { key })).succeeds();
      const id = list[0]?.id ?? list[0]?.flow_id;
      const answers = [
        await t.get(`/flows/${id}`),
        await t.patch(`/flows/${id}`, { name: 'Ours' }),
        await t.post(`/flows/${id}/test`, { to: await t.customer() }),
        await t.delete(`/flows/${id}?force=true`),
      ];
      (await t.get(`/flows/${id}`, { key })).succeeds();
      return answers;
    },
  ],
];
for (const [what, ask] of RECORDS) {
  clause('5.2/records-of-others', what, async (t) => {
    for (const answer of await ask(t, await another(t))) {
      expectThat(
        answer.status === 404 || answer.status === 409 || answer.status === 422,
        `${answer.what} is refused`,
        answer.status,
      );
    }
  });
}
clause('5.2/records-of-others', 'values of flows', async (t) => {
  const other = await another(t);
  await template(t);
  (await t.post('/flows', flowBody({ is_active: true, steps: [step('0', 'Dear [{{ad}}].')] }))).succeeds();
  const phone = await press(t, 'More', { name: 'Ours', variables: ['a', 'b'] });
  (await t.post('/contacts', { phone, name: 'Theirs' }, { key: other.live })).succeeds();
  const told = JSON.stringify(await t.sends());
  expectThat(told.includes('Dear [Ours].') && !told.includes('Theirs'), "the name is not the other account's", told);
});
clause('5.2/records-of-others', 'opt-out and block of a contact', async (t) => {
  const other = await another(t);
  const phone = t.person();
  (await t.post('/contacts', { phone, name: 'Ada' })).succeeds();
  const before = (await t.get(`/contacts/${phone}`)).succeeds().data;
  (await t.post('/opt-outs', { phone }, { key: other.live })).succeeds();
  (await t.post('/blocked-numbers', { phone }, { key: other.live })).succeeds();
  equal(
    field((await t.get(`/contacts/${phone}`)).succeeds().data, 'opted_out'),
    field(before, 'opted_out'),
    'opted_out',
  );
  equal(field((await t.get(`/contacts/${phone}`)).succeeds().data, 'blocked'), field(before, 'blocked'), 'blocked');
});
