import { CHANNELS } from '@wigwag/openapi';
import type { ApiResponse } from '../../answer.ts';
import type { CaseContext } from '../../context.ts';
import { clause, timed } from '../../declare-case.ts';
import { BUSY_SECONDS, equal, expectThat, near, oneOf } from '../../expectations.ts';
import { field, leaves, mentions, personOf } from '../support/support.ts';

/** Returns the account's only conversation, or, in a shared account, the conversation with this person. */
async function only(t: CaseContext, phone = '') {
  await t.settle();
  const { conversations } = (await t.get(`/conversations${t.session.control ? '' : `?phone=${phone}`}`)).succeeds()
    .data;
  equal(conversations?.length, 1, 'the number of conversations');
  return conversations[0];
}

clause('2.8/phone', async (t) => {
  const phone = await t.openRecipient();
  equal(personOf((await only(t, phone)).phone), phone, 'phone');
});
for (const channel of CHANNELS) {
  clause('2.8/channel', channel, async (t) => {
    await t.customer(channel);
    equal((await only(t)).channel, channel, 'channel');
  });
}
clause('2.8/status', async (t) => {
  const phone = await t.openRecipient();
  oneOf((await only(t, phone)).status, ['open', 'closed', 'bot'], 'status');
});
clause(['2.8/agent', '3.2/agent-assigned'], async (t) => {
  const phone = await t.customer();
  const id = await t.agent('Grace Hopper');
  (await t.patch(`/conversations/${phone}`, { agent_id: id })).succeeds();
  const { agent } = await only(t);
  equal([agent?.id, agent?.name], [id, 'Grace Hopper'], 'the ID and name of the agent');
});
/**
 * Checks the agent if the response shows one as a record. The specification requires such a record only in the list.
 */
const sameAgent = ({ data }: ApiResponse, id: number) =>
  equal(field(data, 'agent')?.id ?? id, id, 'the ID of the agent, if shown');

clause('2.8/agent-detail', async (t) => {
  const phone = await t.customer();
  const id = await t.agent();
  (await t.patch(`/conversations/${phone}`, { agent_id: id })).succeeds();
  sameAgent((await t.get(`/conversations/${phone}`)).succeeds(), id);
});
clause('2.8/agent-patched', async (t) => {
  const id = await t.agent();
  sameAgent((await t.patch(`/conversations/${await t.customer()}`, { agent_id: id })).succeeds(), id);
});
clause('2.8/agent-none', async (t) => {
  await t.customer();
  equal((await only(t)).agent ?? null, null, 'agent');
});
clause('2.8/unread-count', async (t) => {
  const phone = await t.openRecipient();
  const conversation = await only(t, phone);
  expectThat(Number.isInteger(conversation.unread_count), 'unread_count is an integer', conversation);
});
clause('2.8/unread-count-grows', async (t) => {
  const phone = await t.customer();
  const before = (await only(t)).unread_count;
  await t.writes(phone);
  await t.writes(phone);
  equal((await only(t)).unread_count, before + 2, 'unread_count');
});
clause('2.8/unread-count-ours', async (t) => {
  const to = await t.customer();
  const before = (await only(t)).unread_count;
  (await t.send({ to, text: 'Ours' })).succeeds();
  const { unread_count } = await only(t);
  expectThat(unread_count <= before, 'unread_count does not increase', unread_count);
});
clause(['2.8/last-message', '2.8/last-message-text'], async (t) => {
  await t.customer('whatsapp', { text: 'Where is my order?' });
  const { last_message } = await only(t);
  equal(last_message?.text, 'Where is my order?', 'last_message.text');
  expectThat('direction' in last_message && 'at' in last_message, 'last_message has direction and at', last_message);
});
clause('2.8/last-message-in', async (t) => {
  await t.customer();
  equal((await only(t)).last_message?.direction, 'in', 'last_message.direction');
});
clause('2.8/last-message-out', async (t) => {
  const to = await t.customer();
  (await t.send({ to, text: 'Our answer' })).succeeds();
  const { last_message } = await only(t);
  equal([last_message?.direction, last_message?.text], ['out', 'Our answer'], 'direction and text');
});
clause('2.8/last-message-template', async (t) => {
  const to = await t.customer();
  (await t.sendTemplate({ to, name: 'hello_world' })).succeeds();
  const { last_message } = await only(t);
  equal(last_message?.direction, 'out', 'last_message.direction');
});
timed('2.8/last-message-at', async (t) => {
  const phone = await t.customer();
  await t.advance(900);
  await t.writes(phone);
  const now = await t.now();
  await t.advance(900);
  near((await only(t)).last_message?.at, now, 'last_message.at', BUSY_SECONDS);
});

const SPELLINGS: [slug: string, spell: (digits: string) => string, variant?: string][] = [
  ['phone-local', (digits) => `0${digits.slice(2)}`],
  ['phone-plus', (digits) => `%2B${digits}`],
  // In a path, unlike in a query, a plus is a plus (RFC 3986, section 3.3).
  ['phone-plus', (digits) => `+${digits}`, 'phone-plus, as it is'],
  ['phone-digits', (digits) => digits],
];
for (const [slug, spell, variant = slug] of SPELLINGS) {
  clause('4.5/phone-spellings', variant, async (t) => {
    const phone = t.person();
    (await t.post('/contacts', { phone })).succeeds();
    const spelt = spell(phone);
    (await t.get(`/contacts/${spelt}`)).succeeds();
    (await t.patch(`/contacts/${spelt}`, { name: 'Ada' })).succeeds();
  });
  clause([`2.8/${slug}`, '4.7/filter-phone-spelling'], variant, async (t) => {
    const phone = await t.customer();
    const spelt = spell(phone);
    (await t.get(`/conversations/${spelt}`)).succeeds();
    const found = (await t.get(`/conversations?phone=${spelt.replace('+', '%2B')}`)).succeeds().data.conversations;
    equal(
      found?.map((one: { phone: string }) => personOf(one.phone)),
      [phone],
      'the conversations with this phone',
    );
    equal(
      (await t.get(`/conversations/${spelt}/messages`)).succeeds().list.length,
      1,
      'the number of messages in the history',
    );
    (await t.patch(`/conversations/${spelt}`, { status: 'closed' })).succeeds();
    equal((await only(t)).status, 'closed', 'the status afterwards');
  });
}
clause(['2.8/detail-summary', '4.7/detail-200'], async (t) => {
  const phone = await t.customer();
  const { data } = (await t.get(`/conversations/${phone}`)).is(200);
  const { status } = await only(t);
  // The fields of the summary are open.
  expectThat(mentions(data, phone) || [...leaves(data)].includes(status), 'the detail shows phone or status', data);
});
clause('2.8/detail-contact', async (t) => {
  const phone = await t.customer();
  // Whether a message creates a contact is open.
  const contact = { name: 'Katherine', email: 'k@contact.example', display_name: 'Kath', username: 'kath.j' };
  const { status } = await t.post('/contacts', { phone, ...contact });
  oneOf(status, [200, 201], 'the status');
  const { data } = (await t.get(`/conversations/${phone}`)).succeeds();
  const told = [...leaves(data)];
  expectThat(
    Object.values(contact).some((value) => told.includes(value)),
    "the detail contains one of the contact's fields",
    data,
  );
});
