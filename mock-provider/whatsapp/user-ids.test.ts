import { expect, test } from 'vitest';
import type { Inbound } from '../callbacks/inbound.ts';
import type { MockOptions } from '../create-mock-provider.ts';
import { createTestMock, TRANSPORTS, type TransportName } from '../testing/mock.ts';
import type { Json } from '../world/state.ts';

const NUMBER = '106540352242922';
const AYLA = '905551112233';
const SOME_ID = 'US.13491208655302741918';
const ID = expect.stringMatching(/^TR\.\d{20}$/);
const hello = { type: 'text', text: { body: 'hello' } };
const DAY_MS = 24 * 60 * 60 * 1000;

/** A mock whose calls, including those under `/_mock/`, are made over HTTP unless the transport is 'in process'. */
async function setup(options: MockOptions = {}, transport: TransportName = 'over HTTP') {
  const test = await createTestMock(options, transport);
  const control = async (method: string, path: string, body?: unknown) => {
    const reply = await test.call(method, `/_mock/${path}`, { token: null, body });
    await test.mock.whenIdle();
    return reply;
  };
  const lastValue = () => test.app.value(test.app.received.length - 1);
  const write = async (inbound: Partial<Inbound> = {}) => {
    const from = { id: AYLA, name: 'Ayla' };
    const body = { channel: 'whatsapp', business_id: NUMBER, from, type: 'text', text: 'hi', ...inbound };
    const reply = await control('POST', 'receive', body);
    return { ...reply, value: lastValue(), message: lastValue()?.messages?.[0], contact: lastValue()?.contacts?.[0] };
  };
  /** Sends and returns the reply with the values of the callbacks that followed. */
  const post = async (body: Json, business = NUMBER, token?: string) => {
    const before = test.app.received.length;
    const reply = await test.call('POST', `/v25.0/${business}/messages`, {
      ...(token === undefined ? {} : { token }),
      body: { messaging_product: 'whatsapp', recipient_type: 'individual', ...hello, ...body },
    });
    await test.mock.whenIdle();
    const values = test.app.received.slice(before).map((_, index) => test.app.value(before + index));
    return { ...reply, values };
  };
  const userIdOf = async (phone: string, business_id = NUMBER): Promise<string> => {
    test.mock.openWindow(business_id, phone);
    const { body } = await control('GET', `contacts?business_id=${business_id}`);
    return body.contacts.find((one: { phone?: string }) => one.phone === phone).user_id;
  };
  return { ...test, control, write, post, userIdOf };
}

test.each(TRANSPORTS)('names every customer by number and business-scoped user ID %s', async (transport) => {
  const { write } = await setup({}, transport);
  const { message, contact } = await write();
  expect(message).toMatchObject({ from: AYLA, from_user_id: ID });
  expect(contact).toEqual({ profile: { name: 'Ayla' }, wa_id: AYLA, user_id: message.from_user_id });
});

test('gives a person the same ID in each run and for each number of a portfolio, and another in another', async () => {
  const { mock, userIdOf } = await setup({ seed: 'one' });
  const other = mock.addBusiness().whatsapp.phone_number_id;
  const second = mock.addNumber(mock.credentials).phone_number_id;
  const id = await userIdOf(AYLA);
  expect(id).toEqual(ID);
  expect(await userIdOf(AYLA, second)).toBe(id);
  expect(await userIdOf(AYLA, other)).toEqual(ID);
  expect(await userIdOf(AYLA, other)).not.toBe(id);
  expect(await userIdOf('16505551234')).toMatch(/^US\.\d{20}$/);
  expect(await (await setup({ seed: 'two' })).userIdOf(AYLA)).toBe(id);
});

test('leaves the IDs out as before April 2026', async () => {
  const { write, post, control } = await setup({ userIds: false });
  const { message, contact } = await write();
  expect(message).not.toHaveProperty('from_user_id');
  expect(contact).toEqual({ profile: { name: 'Ayla' }, wa_id: AYLA });
  expect((await post({ to: AYLA })).values[0].statuses[0]).not.toHaveProperty('recipient_user_id');
  await control('PUT', 'options', { userIds: true });
  expect((await write()).message.from_user_id).toEqual(ID);
});

test('hides the number of a person with a username whom the business has not reached by it', async () => {
  const { write, post, mock } = await setup();
  const from = { id: AYLA, name: 'Ayla', username: 'ayla' };
  const { message, contact, value } = await write({ from });
  expect(message).not.toHaveProperty('from');
  expect(contact).toEqual({ profile: { name: 'Ayla', username: 'ayla' }, user_id: message.from_user_id });
  expect(JSON.stringify(value)).not.toContain(AYLA);
  expect(Buffer.from(message.id.slice('wamid.'.length), 'base64').toString('latin1')).not.toContain(AYLA);

  const { body, values } = await post({ recipient: message.from_user_id });
  expect(body.contacts).toEqual([{ input: message.from_user_id, user_id: message.from_user_id }]);
  expect(values.map(({ statuses }) => statuses[0].status)).toEqual(['sent', 'delivered', 'read']);
  expect(JSON.stringify(values)).not.toContain(AYLA);
  expect(values.map(({ contacts }) => contacts)).toEqual([
    [{ profile: { name: 'Ayla' }, user_id: message.from_user_id }],
    [contact],
    [contact],
  ]);
  expect(values[0].statuses[0]).toMatchObject({ recipient_user_id: message.from_user_id });
  expect(mock.sends()).toMatchObject([{ to: message.from_user_id, status: 'read' }]);
});

test('shows the number of a person with a username for 30 days after the business used it', async () => {
  const { write, post, mock, clock } = await setup({ contactBook: false });
  const from = { id: AYLA, name: 'Ayla', username: 'ayla' };
  const id = (await write({ from })).message.from_user_id;
  const { values } = await post({ to: AYLA });
  expect(values[0].statuses[0]).toMatchObject({ recipient_id: AYLA, recipient_user_id: id });
  expect(values[0].contacts).toEqual([{ profile: { name: 'Ayla' }, wa_id: AYLA, user_id: id }]);
  expect((await write({ from })).message).toMatchObject({ from: AYLA, from_user_id: id });
  await clock.advance(30 * DAY_MS, mock.whenIdle);
  expect((await write({ from })).message).toHaveProperty('from', AYLA);
  await clock.advance(1, mock.whenIdle);
  expect((await write({ from })).message).not.toHaveProperty('from');
  // A message to the phone number is still reported with it.
  const sent = await post({ to: AYLA });
  expect(sent.values[0].statuses[0]).toHaveProperty('recipient_id', AYLA);
});

test('applies the 30 days to each number, and the contact book to the portfolio', async () => {
  const { write, post, mock, control } = await setup({ contactBook: false });
  const second = mock.addNumber(mock.credentials).phone_number_id;
  await control('POST', 'contacts', { id: AYLA, username: 'ayla' });
  await post({ to: AYLA });
  expect((await write()).message).toHaveProperty('from', AYLA);
  expect((await write({ business_id: second })).message).not.toHaveProperty('from');
  await control('PUT', 'options', { contactBook: true });
  await post({ to: AYLA });
  expect((await write({ business_id: second })).message).toHaveProperty('from', AYLA);
  const other = mock.addBusiness().whatsapp.phone_number_id;
  expect((await write({ business_id: other })).message).not.toHaveProperty('from');
});

test('keeps a number in the contact book until it is removed or the book is turned off', async () => {
  const { write, control, clock, mock } = await setup();
  const number = async () => (await write()).message.from;
  expect(await number()).toBe(AYLA);
  await control('POST', 'contacts', { id: AYLA, username: 'ayla' });
  await clock.advance(60 * DAY_MS, mock.whenIdle);
  expect(await number()).toBe(AYLA);
  await control('POST', 'contacts', { business_id: NUMBER, id: AYLA, in_contact_book: false });
  expect(await number()).toBeUndefined();
  await control('POST', 'contacts', { business_id: NUMBER, id: AYLA, in_contact_book: true });
  expect(await number()).toBe(AYLA);
  await control('PUT', 'options', { contactBook: false });
  expect(await number()).toBeUndefined();
});

test('lets usernames begin, change and end', async () => {
  const { write, control } = await setup({ contactBook: false });
  const profile = async () => (await write()).contact.profile;
  expect(await profile()).toEqual({ name: 'Ayla' });
  await control('POST', 'contacts', { id: AYLA, username: 'ayla' });
  expect(await profile()).toEqual({ name: 'Ayla', username: 'ayla' });
  await control('POST', 'contacts', { id: AYLA, username: 'ayla.k' });
  expect(await profile()).toEqual({ name: 'Ayla', username: 'ayla.k' });
  await control('POST', 'contacts', { id: AYLA, username: null });
  expect((await write()).contact).toEqual({ profile: { name: 'Ayla' }, wa_id: AYLA, user_id: ID });
});

test('gives everyone a username with the option for it', async () => {
  const { write } = await setup({ usernames: true });
  const { message, contact } = await write();
  expect(contact).toEqual({
    profile: { name: 'Ayla', username: expect.stringMatching(/^user\.\d+$/) },
    user_id: message.from_user_id,
  });
  expect((await write({ from: { id: AYLA, username: null } })).message.from).toBe(AYLA);
});

test('accepts an ID in `to` and never delivers', async () => {
  const { post, mock, write, app } = await setup({ windows: 'sync' });
  await write({ from: { id: SOME_ID, name: 'Ayla' } });
  const before = app.received.length;
  const reply = await post({ to: SOME_ID });
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({
    messaging_product: 'whatsapp',
    contacts: [{ input: SOME_ID, wa_id: '13491208655302741918' }],
    messages: [{ id: expect.stringMatching(/^wamid\./) }],
  });
  expect(app.received).toHaveLength(before);
  expect(mock.sends()).toMatchObject([{ to: SOME_ID, status: 'accepted' }]);
});

test('prefers `to` if a send has both', async () => {
  const { post, write, userIdOf } = await setup();
  await write({ from: { id: '905559998877', name: 'Can' } });
  await write();
  const can = await userIdOf('905559998877');
  const { body, values } = await post({ to: AYLA, recipient: can });
  expect(body.contacts).toEqual([{ input: AYLA, wa_id: AYLA }]);
  expect(values[0].statuses[0].recipient_id).toBe(AYLA);
});

test('reports a failure without contacts, and with an ID only if the message was sent to one', async () => {
  const { post, write, control } = await setup();
  const id = (await write({ from: { id: AYLA, name: 'Ayla', username: 'ayla' } })).message.from_user_id;
  await control('POST', 'contacts', { id: AYLA, unreachable: true });
  const [byId] = (await post({ recipient: id })).values;
  expect(byId).not.toHaveProperty('contacts');
  expect(byId.statuses[0]).toMatchObject({ status: 'failed', recipient_user_id: id });
  expect(byId.statuses[0]).not.toHaveProperty('recipient_id');
  const [byNumber] = (await post({ to: AYLA })).values;
  expect(byNumber).not.toHaveProperty('contacts');
  expect(byNumber.statuses[0]).toMatchObject({ status: 'failed', recipient_id: AYLA });
  expect(byNumber.statuses[0]).not.toHaveProperty('recipient_user_id');
});

test('refuses IDs that are malformed, unknown, replaced, of another portfolio or of a parent account', async () => {
  const { post, mock, write, userIdOf, control } = await setup();
  const other = mock.addBusiness();
  const elsewhere = await userIdOf(AYLA, other.whatsapp.phone_number_id);
  const replaced = await userIdOf(AYLA);
  await write({ type: 'system', change: {} });
  await control('PUT', 'options', { parentUserIds: true });
  const parent = (await write()).message.from_parent_user_id;
  expect(parent).toMatch(/^TR\.ENT\.\d{20}$/);
  expect((await post({ recipient: parent })).values).toHaveLength(3);
  await control('PUT', 'options', { parentUserIds: false });
  for (const recipient of ['nonsense', AYLA, SOME_ID, replaced, elsewhere, parent]) {
    const { status, body } = await post({ recipient });
    expect([recipient, status, body.error?.code, body.error?.error_data.details]).toEqual([
      recipient,
      400,
      131009,
      'Recipient does not exist or does not belong to this business portfolio.',
    ]);
  }
  const there = await post({ recipient: elsewhere }, other.whatsapp.phone_number_id, other.access_token);
  expect(there.values.map(({ statuses }) => statuses[0].status)).toEqual(['sent', 'delivered', 'read']);
});

test.each(['ONE_TAP', 'ZERO_TAP', 'COPY_CODE'])(
  'refuses an authentication template with %s to an ID',
  async (otp_type) => {
    const { post, control, userIdOf } = await setup();
    await control('POST', 'templates', {
      name: 'code',
      language: 'en_US',
      category: 'AUTHENTICATION',
      components: [
        { type: 'BODY', text: '{{1}} is your code.' },
        { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type, text: 'Copy' }] },
      ],
    });
    const parameters = [{ type: 'text', text: '123456' }];
    const components = [
      { type: 'body', parameters },
      { type: 'button', sub_type: 'url', index: '0', parameters },
    ];
    const template = { type: 'template', template: { name: 'code', language: { code: 'en_US' }, components } };
    const { status, body } = await post({ ...template, recipient: await userIdOf(AYLA) });
    expect([status, body.error.code]).toEqual([400, 131062]);
    expect((await post({ ...template, to: AYLA })).status).toBe(200);
  },
);

test('adds parent IDs for a business that is enrolled, the same in every portfolio', async () => {
  const { write, post, mock } = await setup({ parentUserIds: true });
  const { message, contact } = await write();
  const parent = message.from_parent_user_id;
  expect(contact).toMatchObject({ user_id: message.from_user_id, parent_user_id: parent });
  const other = mock.addBusiness().whatsapp.phone_number_id;
  expect((await write({ business_id: other })).message).toMatchObject({ from_parent_user_id: parent });
  const { body, values } = await post({ recipient: parent });
  expect(body.contacts).toEqual([{ input: parent, user_id: parent }]);
  expect(values[0].statuses[0]).toMatchObject({
    recipient_user_id: message.from_user_id,
    recipient_parent_user_id: parent,
  });
  expect(values[0].contacts[0].parent_user_id).toBe(parent);
});

test('knows a person first by ID and later by number as one', async () => {
  const { write, post } = await setup();
  const hidden = await write({ from: { id: SOME_ID, name: 'Ayla' } });
  expect(hidden.message).toMatchObject({ from_user_id: SOME_ID });
  expect(hidden.message).not.toHaveProperty('from');
  expect((await post({ recipient: SOME_ID })).values).toHaveLength(3);
  const both = await write({ from: { id: SOME_ID, phone: AYLA } });
  expect(both.message).toMatchObject({ from: AYLA, from_user_id: SOME_ID });
  expect((await write()).message).toMatchObject({ from: AYLA, from_user_id: SOME_ID });
  const reply = await write({ reply_to: hidden.message.id });
  expect(reply.message.context).toEqual({ from: AYLA, id: hidden.message.id });
  expect((await write({ from: { id: SOME_ID } })).message).not.toHaveProperty('from');
  const named = await write({ from: { id: SOME_ID, phone: AYLA, username: 'ayla' } });
  expect(named.contact).toEqual({ profile: { name: 'Ayla', username: 'ayla' }, wa_id: AYLA, user_id: SOME_ID });
  expect((await write({ from: { id: SOME_ID, phone: '905559998877' } })).body).toEqual({
    error: 'The business-scoped user ID belongs to another person',
  });
});

test('reports the later statuses of a send under the number that became known in between', async () => {
  const { write, post, mock, clock, app } = await setup({ pacing: { read: 1000 } });
  await write({ from: { id: SOME_ID, name: 'Ayla' } });
  expect((await post({ recipient: SOME_ID })).values).toHaveLength(2);
  await write({ from: { id: SOME_ID, phone: AYLA } });
  await clock.advance(1000, mock.whenIdle);
  const { contacts, statuses } = app.value(app.received.length - 1);
  expect(statuses).toMatchObject([{ status: 'read', recipient_id: AYLA, recipient_user_id: SOME_ID }]);
  expect(contacts).toEqual([{ profile: { name: 'Ayla' }, wa_id: AYLA, user_id: SOME_ID }]);
});

test('keeps people with the same ID in two portfolios apart', async () => {
  const { write, mock, post } = await setup({ windows: 'sync' });
  const other = mock.addBusiness();
  await write({ from: { id: SOME_ID, phone: AYLA } });
  await write({ business_id: other.whatsapp.phone_number_id, from: { id: SOME_ID, phone: '905559998877' } });
  const send = (business: string, token: string) => post({ recipient: SOME_ID }, business, token);
  const { access_token } = mock.credentials;
  expect((await send(NUMBER, access_token)).values[0].contacts[0].wa_id).toBe(AYLA);
  const there = await send(other.whatsapp.phone_number_id, other.access_token);
  expect(there.values[0].contacts[0].wa_id).toBe('905559998877');
});

test('reports a changed number to every business that knows the person, with the new IDs', async () => {
  const { write, mock, app, post, userIdOf } = await setup();
  const other = mock.addBusiness().whatsapp.phone_number_id;
  const there = (await write({ business_id: other })).message.from_user_id;
  const here = (await write()).message.from_user_id;
  app.received.length = 0;
  await write({ type: 'system', change: { phone: '+90 555 999 88 77' } });
  const changes = app.received.map((_, index) => app.value(index));
  expect(changes.map(({ metadata }) => metadata.phone_number_id).toSorted()).toEqual([NUMBER, other].toSorted());
  for (const value of changes) {
    const previous = value.metadata.phone_number_id === NUMBER ? here : there;
    expect(value).not.toHaveProperty('contacts');
    expect(value.messages).toEqual([
      {
        from: AYLA,
        id: expect.stringMatching(/^wamid\./),
        timestamp: '1767225600',
        type: 'system',
        system: {
          body: `User Ayla changed from ${AYLA} to 905559998877`,
          wa_id: '905559998877',
          user_id: ID,
          previous_user_id: previous,
          type: 'user_changed_number',
        },
      },
    ]);
    expect(value.messages[0].system.user_id).not.toBe(previous);
  }
  // The window stays open, and the old number has another owner from now on.
  expect((await post({ to: '905559998877' })).values[0].statuses[0].status).toBe('sent');
  expect((await post({ to: AYLA })).values[0].statuses[0].errors[0].code).toBe(131047);
  expect((await post({ recipient: here })).body.error.code).toBe(131009);
  expect(await userIdOf(AYLA)).not.toBe(here);
});

test('reports a changed number of a person who hides it as a changed ID', async () => {
  const { write } = await setup();
  const from = { id: AYLA, name: 'Ayla', username: 'ayla' };
  const previous_user_id = (await write({ from })).message.from_user_id;
  const { message, value } = await write({ type: 'system', from, change: { phone: '905559998877' } });
  const user_id = message.system.user_id;
  expect(message).not.toHaveProperty('from');
  expect(message.system).toEqual({
    body: `User Ayla changed from ${previous_user_id} to ${user_id}`,
    user_id,
    previous_user_id,
    type: 'user_changed_user_id',
  });
  expect(JSON.stringify(value)).not.toMatch(/905559998877|905551112233/);
});

test('reports a changed ID in a system message or in the field user_id_update', async () => {
  const { write, post, app } = await setup();
  const previous = (await write()).message.from_user_id;
  const { message } = await write({ type: 'system', change: { user_id: SOME_ID } });
  expect(message).toMatchObject({
    from: AYLA,
    system: { type: 'user_changed_user_id', wa_id: AYLA, user_id: SOME_ID, previous_user_id: previous },
  });
  const { value } = await write({ type: 'system', change: { as: 'user_id_update' } });
  const current = value.user_id_update[0].user_id.current;
  expect(value).toMatchObject({
    contacts: [{ profile: { name: 'Ayla' }, wa_id: AYLA }],
    user_id_update: [
      {
        wa_id: AYLA,
        detail: 'User id for Ayla has been updated.',
        user_id: { previous: SOME_ID, current },
        timestamp: '1767225600',
      },
    ],
  });
  expect(app.received.at(-1)?.body.entry).toMatchObject([{ changes: [{ field: 'user_id_update' }] }]);
  expect(current).toMatch(/^TR\.\d{20}$/);
  expect((await post({ recipient: current })).values[0].statuses[0].status).toBe('sent');
  expect((await post({ recipient: SOME_ID })).body.error.code).toBe(131009);
  expect((await write()).message.from_user_id).toBe(current);
});

test('asks for a number, which the person shares by a tap', async () => {
  const { write, post } = await setup();
  const from = { id: AYLA, name: 'Ayla', username: 'ayla' };
  const recipient = (await write({ from })).message.from_user_id;
  const body = { text: 'May we have your number?' };
  const interactive = { type: 'request_contact_info', body, action: { name: 'request_contact_info' } };
  expect((await post({ recipient, type: 'interactive', interactive })).values).toHaveLength(3);
  const { message } = await write({ from, type: 'contacts', text: undefined, origin: 'contact_request' });
  expect(message).not.toHaveProperty('from');
  expect(message).toMatchObject({
    from_user_id: recipient,
    type: 'contacts',
    contacts: [
      {
        origin: 'contact_request',
        name: { formatted_name: 'Ayla', first_name: 'Ayla' },
        phones: [{ phone: `+${AYLA}`, wa_id: AYLA, type: 'CELL' }],
      },
    ],
  });
  // From now on, the number is in the contact book.
  expect((await write({ from })).message.from).toBe(AYLA);
  const other = await write({ from, type: 'contacts', contacts: [{ name: { formatted_name: 'Can' } }] });
  expect(other.message.contacts).toEqual([{ origin: 'other', name: { formatted_name: 'Can' } }]);
});

test('shares the number of a person who was known by an ID only', async () => {
  const { write, post } = await setup();
  await write({ from: { id: SOME_ID, name: 'Ayla' } });
  const shares = { type: 'contacts', origin: 'contact_request' as const };
  expect((await write({ ...shares, from: { id: SOME_ID } })).body).toEqual({
    error: 'A person without a number can share it only with from.phone',
  });
  const { message } = await write({ ...shares, from: { id: SOME_ID, phone: AYLA } });
  expect(message.contacts[0].phones[0].wa_id).toBe(AYLA);
  expect(message).not.toHaveProperty('from');
  expect((await post({ recipient: SOME_ID })).values[0].contacts[0].wa_id).toBe(AYLA);
});

test('lists contacts with the number that the business may have', async () => {
  const { write, control } = await setup();
  await write({ from: { id: AYLA, name: 'Ayla', username: 'ayla' } });
  await write({ from: { id: '905559998877', name: 'Can' } });
  await write({ from: { id: SOME_ID, name: 'Eda' } });
  expect((await control('GET', 'contacts')).body.contacts).toEqual([
    { phone: AYLA, name: 'Ayla', username: 'ayla', user_id: ID },
    { phone: '905559998877', name: 'Can', wa_id: '905559998877', user_id: ID },
    { name: 'Eda', user_id: SOME_ID },
  ]);
});

test.each<[string, Partial<Inbound>, string]>([
  ['a number with a number', { from: { id: AYLA, phone: AYLA } }, 'A phone number is given only with'],
  ['an ID as the number', { from: { id: SOME_ID, phone: 'TR.1' } }, 'A phone number is given only with'],
  ['a parent ID of no one', { from: { id: 'TR.ENT.1' } }, 'No person with the parent user ID TR.ENT.1'],
  ['a system message without content', { type: 'system' }, 'A message of type system on whatsapp needs change'],
  ['a change to no number', { type: 'system', change: { phone: 'x' } }, '"x" is not a phone number'],
  ['a change to no ID', { type: 'system', change: { user_id: 'x' } }, '"x" is not a business-scoped user id'],
  ['an unknown origin', { type: 'contacts', origin: 'x' as never }, "The body's origin must be one of"],
])('refuses %s', async (_name, inbound, error) => {
  const { write } = await setup();
  const { status, body } = await write(inbound);
  expect([status, body.error]).toEqual([400, expect.stringContaining(error)]);
});

test.each([
  [{ id: SOME_ID, username: 'ayla' }, 'A business-scoped user ID needs a business_id'],
  [{ id: AYLA, user_id: 'nonsense' }, '"nonsense" is not a business-scoped user id'],
  [{ id: AYLA, username: 1 }, "The body's username must be text, or null"],
])('refuses a contact %j', async (body, error) => {
  const { control } = await setup();
  expect((await control('POST', 'contacts', body)).body).toEqual({ error });
});
