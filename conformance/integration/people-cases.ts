import { equal, expectThat } from '../expectations.ts';
import { Untestable } from '../verdict.ts';
import type { Declare, IntegrationContext, Json } from './context.ts';

/** A customer without a phone number writes. Returns the app's sends to them. */
async function answersTo(t: IntegrationContext) {
  await t.requireAnswers();
  const id = t.userId();
  await t.writes({ id, username: `ada${t.session.next()}` });
  return { id, sends: await t.sent(id) };
}

const now = (): string => String(Math.floor(Date.now() / 1000));

/** Statuses without the number of the customer, as Meta sends them if it is not available. */
const statuses = (user_id: string): Json[] => [
  ...['sent', 'delivered', 'read'].map((status) => ({
    contacts: [{ profile: { name: 'Ada', username: 'ada' }, user_id }],
    statuses: [{ id: 'wamid.dW5rbm93bg', status, timestamp: now(), recipient_user_id: user_id }],
  })),
  // A failure names no customer.
  {
    statuses: [
      {
        id: 'wamid.dW5rbm93bg',
        status: 'failed',
        timestamp: now(),
        errors: [{ code: 131062, title: 'Business-scoped user ID is not supported for this message' }],
      },
    ],
  },
];

/** Reports that a customer has another number or user ID. Shapes: "System messages webhook reference", `user_id_update`. */
const changes = (from: string, wa_id: string, previous: string, current: string): [field: string, value: Json][] => {
  const message = { id: `wamid.${Buffer.from(current).toString('base64')}`, timestamp: now(), type: 'system' };
  const ids = { user_id: current, previous_user_id: previous };
  const body = `User Ada changed from ${from} to ${wa_id}`;
  return [
    ['messages', { messages: [{ ...message, from, system: { body, wa_id, type: 'user_changed_number', ...ids } }] }],
    [
      'messages',
      { messages: [{ ...message, id: `${message.id}2`, system: { body, type: 'user_changed_user_id', ...ids } }] },
    ],
    [
      'user_id_update',
      {
        contacts: [{ profile: { name: 'Ada' } }],
        user_id_update: [{ detail: 'The user ID was updated.', user_id: { previous, current }, timestamp: now() }],
      },
    ],
  ];
};

/** Returns a text of a customer with these fields in place of the phone number. */
function textWithout(t: IntegrationContext, ofMessage: Json, ofContact: Json): Json {
  const { messages, contacts } = t.text('') as { messages: Json[]; contacts: Json[] };
  return t.envelope({
    contacts: contacts.map((one) => ({ ...one, wa_id: undefined, ...ofContact })),
    messages: messages.map((one) => ({ ...one, from: undefined, ...ofMessage })),
  });
}

export function peopleCases(clause: Declare): void {
  clause('people/accepted', async (t) => {
    const { messages, contacts } = t.text('') as { messages: object[]; contacts: object[] };
    const [user_id, from_user_id] = Array(2).fill(t.userId());
    const callback = t.envelope({
      contacts: contacts.map((one) => ({ ...one, wa_id: undefined, user_id })),
      messages: messages.map((one) => ({ ...one, from: undefined, from_user_id })),
    });
    equal(await t.post(callback), 200, 'the status');
  });
  clause('people/answered', async (t) => {
    const { id, sends } = await answersTo(t);
    expectThat(
      sends.some(({ json }) => json?.recipient === id),
      'the app sends something that reaches the customer',
      sends.map(({ request }) => request.body),
    );
  });
  clause('people/recipient', async (t) => {
    const { id, sends } = await answersTo(t);
    if (sends.length === 0) {
      throw new Untestable('needs an app that answers customers without a phone number');
    }
    equal(
      sends.map(({ json }) => [json?.recipient, json?.to]),
      sends.map(() => [id, undefined]),
      'recipient and to',
    );
  });
  clause('people/username', async (t) => {
    const [user, parent] = [t.userId(), t.userId().replace('TR.', 'TR.ENT.')];
    const profile = { name: 'Ada', username: 'ada.lovelace' };
    const ofContact = { profile, user_id: user, parent_user_id: parent };
    const callback = textWithout(t, { from_user_id: user, from_parent_user_id: parent }, ofContact);
    equal(await t.post(callback), 200, 'the status');
    await t.requireAlive();
  });
  clause('people/statuses', async (t) => {
    for (const value of statuses(t.userId())) {
      equal(await t.post(t.envelope(value)), 200, 'the status');
    }
    await t.requireAlive();
  });
  clause('people/changes', async (t) => {
    const [from, wa_id] = [t.person(), t.person()];
    for (const [field, value] of t.subscribed(changes(from, wa_id, t.userId(), t.userId()))) {
      equal(await t.post(t.envelope(value, field)), 200, 'the status');
    }
    const answers = [...(await t.settled(from)), ...(await t.settled(wa_id))];
    equal(answers.length, 0, 'the answers to reports about a customer');
    await t.requireAlive();
  });
  clause('people/shared-number', async (t) => {
    const [user, number] = [t.userId(), t.person()];
    const card = {
      origin: 'contact_request',
      name: { formatted_name: 'Ada' },
      phones: [{ phone: `+${number}`, wa_id: number }],
    };
    const ofMessage = { from_user_id: user, type: 'contacts', text: undefined, contacts: [card] };
    equal(await t.post(textWithout(t, ofMessage, { user_id: user })), 200, 'the status');
    await t.requireAlive();
  });
}
