import { expect, test } from 'vitest';
import { createTestMock } from '../testing/mock.ts';

const NUMBER = '106540352242922';
const PAGE = '113846158011745';
const hello = { text: { body: 'hello' } };

/** Sends to people by any format of the number, and returns the result. */
async function setup() {
  const { mock, call } = await createTestMock();
  const send = async (to: string, field = 'to') => {
    await call('POST', `/${NUMBER}/messages`, { body: { messaging_product: 'whatsapp', [field]: to, ...hello } });
    await mock.whenIdle();
    return mock.sends().at(-1)?.status;
  };
  const write = (id: string) =>
    mock.receive({ channel: 'whatsapp', business_id: NUMBER, from: { id, name: 'Ayla' }, type: 'text', text: 'hi' });
  return { mock, call, send, write };
}

test.each(['+905551110001', '+90 555 111-00-01', '(90) 555 111 00 01'])(
  'opens the window of a person given as %s',
  async (spelling) => {
    const { mock, send } = await setup();
    mock.openWindow(NUMBER, spelling);
    expect(await send('905551110001')).toBe('read');
    expect(await send(spelling)).toBe('read');
  },
);

test("opens the window of a person by a number that differs from WhatsApp's, or by a business-scoped ID", async () => {
  const { mock, send } = await setup();
  mock.setContact({ id: '+54 9 11 2222-3333', wa_id: '541122223333', user_id: 'AR.13491208655302741918' });
  mock.openWindow(NUMBER, '5491122223333');
  expect(await send('5491122223333')).toBe('read');
  expect(await send('541122223333')).toBe('read');
  expect(await send('AR.13491208655302741918', 'recipient')).toBe('read');
});

test('stores data about a person under any format of the number', async () => {
  const { mock, send } = await setup();
  mock.setContact({ id: '+90 555 111 00 04', unreachable: true });
  mock.openWindow(NUMBER, '905551110004');
  expect(await send('905551110004')).toBe('failed');
  mock.setContact({ id: '5491122223333', wa_id: '541122223333', unreachable: true });
  mock.openWindow(NUMBER, '541122223333');
  expect(await send('5491122223333')).toBe('failed');
});

test('applies general data about a person to every business, even where they have written', async () => {
  const { mock, call, send, write } = await setup();
  await write('905551112233');
  mock.setContact({ id: '905551112233', unreachable: true });
  expect(await send('905551112233')).toBe('failed');
  mock.setContact({ business_id: NUMBER, id: '905551112233', unreachable: false });
  expect(await send('905551112233')).toBe('read');
  await mock.receive({
    channel: 'messenger',
    business_id: PAGE,
    from: { id: '7711', name: 'Ayla' },
    type: 'text',
    text: 'hi',
  });
  mock.setContact({ id: '7711', unreachable: true });
  const body = { recipient: { id: '7711' }, message: { text: 'hello' } };
  expect((await call('POST', `/${PAGE}/messages`, { body })).body.error.code).toBe(551);
  mock.setContact({ id: '7711', unreachable: false });
  expect((await call('POST', `/${PAGE}/messages`, { body })).status).toBe(200);
});

test('keeps general data about a person when they first write', async () => {
  const { mock, send, write } = await setup();
  mock.setContact({ id: '905551112233', unreachable: true });
  await write('905551112233');
  expect(await send('905551112233')).toBe('failed');
});

test('reports an unknown business or person', async () => {
  const { mock, call } = await setup();
  expect(() => mock.openWindow('nosuchnumber', '905551112233')).toThrow('No business with id nosuchnumber');
  expect(() => mock.setContact({ business_id: '1', id: '2' })).toThrow('No business with id 1');
  expect(() => mock.openWindow(NUMBER, 'Ayla')).toThrow(
    '"Ayla" is neither a phone number nor a business-scoped user id',
  );
  expect((await call('POST', '/_mock/windows', { body: {} })).status).toBe(400);
});
