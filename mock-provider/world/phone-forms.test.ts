import { expect, test } from 'vitest';
import { createTestMock } from '../testing/mock.ts';

const NUMBER = '106540352242922';

/** Sends to one form of a number after the person wrote from another, and returns what the mock reports of it. */
async function sendTo(to: string, from: string, waIds?: Record<string, string>) {
  const { mock, call, app } = await createTestMock(waIds ? { waIds } : {});
  await mock.receive({ channel: 'whatsapp', business_id: NUMBER, from: { id: from }, type: 'text', text: 'hi' });
  const body = { messaging_product: 'whatsapp', to, type: 'text', text: { body: 'hello' } };
  const reply = await call('POST', `/v25.0/${NUMBER}/messages`, { body });
  await mock.whenIdle();
  return {
    contact: reply.body.contacts[0],
    from: app.value(0).messages[0].from,
    statuses: app.statuses(),
    recipient: app.value(1).statuses[0].recipient_id,
    chats: mock.chats().length,
  };
}

test.each([
  ['Mexico', '525512345678', '5215512345678'],
  ['Argentina', '541122223333', '5491122223333'],
  ['Brazil, with nine digits in São Paulo', '551198765432', '5511998765432'],
  ['Brazil, with eight digits in Minas Gerais', '5531998765432', '553198765432'],
])('in %s, both forms of a number are one person', async (_name, other, wa_id) => {
  for (const [to, from] of [
    [other, wa_id],
    [wa_id, other],
  ] as const) {
    expect(await sendTo(`+${to}`, from)).toEqual({
      contact: { input: `+${to}`, wa_id },
      from: wa_id,
      statuses: ['sent', 'delivered', 'read'],
      recipient: wa_id,
      chats: 1,
    });
  }
});

test.each(['551133334444', '553133334444', '905551112233'])('leaves the number %s as it is', async (number) => {
  expect(await sendTo(number, number)).toMatchObject({ contact: { wa_id: number }, from: number });
});

test('the option waIds gives any number another form, also over HTTP and until a reset', async () => {
  const waIds = { '+55 11 91111-2222': '551111112222', '4915112345678': '49015112345678' };
  for (const [to, wa_id] of [
    ['5511911112222', '551111112222'],
    ['551111112222', '551111112222'],
    ['4915112345678', '49015112345678'],
  ] as const) {
    expect(await sendTo(to, to, waIds)).toMatchObject({ contact: { input: to, wa_id }, from: wa_id, recipient: wa_id });
  }
  const { mock, call, send } = await createTestMock();
  const changed = await call('PUT', '/_mock/options', { token: null, body: { waIds } });
  expect([changed.status, changed.body.waIds]).toEqual([200, waIds]);
  expect((await send({ to: '5511911112222', text: { body: 'x' } })).body.contacts[0].wa_id).toBe('551111112222');
  mock.reset();
  expect((await send({ to: '5511911112222', text: { body: 'x' } })).body.contacts[0].wa_id).toBe('5511911112222');
  const refused = await call('PUT', '/_mock/options', { token: null, body: { waIds: { a: 'b' } } });
  expect([refused.status, refused.body.error]).toEqual([
    400,
    expect.stringContaining('waIds must be an object of phone'),
  ]);
});
