import { expect, test } from 'vitest';
import { createTestMock } from '../testing/mock.ts';
import type { Inbound } from './inbound.ts';

const BUSINESSES = { whatsapp: '106540352242922', messenger: '113846158011745', instagram: '178414532089610' };

/** Sends one message by both paths: in process and through the control API. */
async function byBothPaths(message: object): Promise<[string | undefined, string | undefined]> {
  const { mock, call, app } = await createTestMock();
  const before = mock.state();
  const inProcess = await mock.receive(message as Inbound).then(
    () => undefined,
    (error: Error) => error.message,
  );
  const { status, body } = await call('POST', '/_mock/receive', { token: null, body: message });
  const overHttp = status === 200 ? undefined : String(body.error);
  if (inProcess !== undefined) {
    expect([mock.state(), app.received]).toEqual([before, []]);
  }
  return [inProcess, overHttp];
}

const message = (channel: keyof typeof BUSINESSES, content: object) => ({
  channel,
  business_id: BUSINESSES[channel],
  from: { id: '905551112233' },
  ...content,
});

test.each<[string, object, string]>([
  ['no channel', {}, 'channel must be one of whatsapp, messenger, instagram'],
  [
    'no sender',
    { ...message('whatsapp', { type: 'text', text: 'hi' }), from: undefined },
    'from must be an object with',
  ],
  ['a number for text', message('whatsapp', { type: 'text', text: 1 }), 'text must be text'],
  [
    'half a location',
    message('whatsapp', { type: 'location', location: { latitude: 1 } }),
    'location must be an object',
  ],
  [
    'half a story',
    message('instagram', { type: 'text', text: 'hi', story: { id: '1' } }),
    'story must be an object with',
  ],
  ['a reaction to nothing', message('whatsapp', { type: 'reaction', reaction: {} }), 'reaction must be an object with'],
  [
    'a field of the file',
    message('whatsapp', { type: 'image', media: { mime: 'a/b' } }),
    'media must be an object with',
  ],
])('refuses %s both in process and over HTTP', async (_name, inbound, words) => {
  expect(await byBothPaths(inbound)).toEqual([
    expect.stringContaining(`The message's ${words}`),
    expect.stringContaining(`The body's ${words}`),
  ]);
});

test('refuses an unknown field both in process and over HTTP', async () => {
  const words = 'has no txt, only channel, business_id, from, type, text,';
  expect(await byBothPaths(message('whatsapp', { type: 'text', text: 'hi', txt: 'hi' }))).toEqual([
    expect.stringContaining(`The message ${words}`),
    expect.stringContaining(`The body ${words}`),
  ]);
});

const button = { payload: 'a', title: 'A' };
const location = { latitude: 41.01, longitude: 28.97 };
const media = { mime_type: 'image/jpeg' };
const reaction = { message_id: 'wamid.0', emoji: '👍' };

/** Every type with the content that it requires. A type that requires nothing has one content. */
const CONTENTS: [keyof typeof BUSINESSES, string, object[]][] = [
  ['whatsapp', 'text', [{ text: 'hi' }]],
  ['whatsapp', 'location', [{ location }]],
  ['whatsapp', 'reaction', [{ reaction }, { reply_to: 'wamid.0', text: '👍' }]],
  ['whatsapp', 'contacts', [{ contacts: [{ name: { formatted_name: 'Can' } }] }, { text: 'Can' }]],
  ['whatsapp', 'button', [{ button }, { extra: { button: { payload: 'a', text: 'A' } } }]],
  ['whatsapp', 'interactive', [{ button }]],
  ['whatsapp', 'button_reply', [{ button }]],
  ['whatsapp', 'list_reply', [{ button }]],
  ['whatsapp', 'template_button', [{ button }]],
  ['whatsapp', 'order', [{ extra: { order: { catalog_id: '1', product_items: [] } } }]],
  ['whatsapp', 'system', [{ extra: { system: { body: 'x', type: 'user_changed_number' } } }]],
  ['whatsapp', 'something_new', [{ extra: { something_new: {} } }]],
  ...(['messenger', 'instagram'] as const).flatMap<[keyof typeof BUSINESSES, string, object[]]>((channel) => [
    [channel, 'text', [{ text: 'hi' }]],
    [channel, 'echo', [{ text: 'hi' }, { media }]],
    [channel, 'image', [{ media }]],
    [channel, 'video', [{ media }]],
    [channel, 'audio', [{ media }]],
    [channel, 'document', [{ media }]],
    [channel, 'sticker', [{ media }]],
    [channel, 'location', [{ location }]],
    [channel, 'reaction', [{ reaction }, { reply_to: 'm_1' }]],
    [channel, 'button', [{ button }]],
    [channel, 'quick_reply', [{ button }]],
    [channel, 'postback', [{ button }]],
    [channel, 'share', [{ media }, { extra: { share: {} } }]],
  ]),
];

test.each(CONTENTS)('on %s accepts a message of type %s only with its content', async (channel, type, contents) => {
  for (const content of contents) {
    expect(await byBothPaths(message(channel, { type, ...content }))).toEqual([undefined, undefined]);
  }
  const words = expect.stringMatching(new RegExp(`^A message of type ${type} on ${channel} needs .*extra\\.${type}$`));
  expect(await byBothPaths(message(channel, { type }))).toEqual([words, words]);
});

test.each<[keyof typeof BUSINESSES, string]>([
  ['whatsapp', 'image'],
  ['whatsapp', 'video'],
  ['whatsapp', 'audio'],
  ['whatsapp', 'document'],
  ['whatsapp', 'sticker'],
  ['whatsapp', 'unsupported'],
  ['messenger', 'unsupported'],
  ['instagram', 'deleted'],
  ['instagram', 'ephemeral'],
])('on %s accepts a message of type %s, which requires nothing', async (channel, type) => {
  expect(await byBothPaths(message(channel, { type }))).toEqual([undefined, undefined]);
});

test('accepts bytes in process and base64 over HTTP', async () => {
  const { mock, call } = await createTestMock();
  const image = (bytes: unknown) => message('whatsapp', { type: 'image', media: { ...media, bytes } });
  await mock.receive(image(Buffer.from('pixels')) as Inbound);
  await expect(mock.receive(image('cGl4ZWxz') as Inbound)).rejects.toThrow(
    "The message's media must be an object with",
  );
  const post = async (bytes: unknown) =>
    (await call('POST', '/_mock/receive', { token: null, body: image(bytes) })).status;
  expect([await post('cGl4ZWxz'), await post(1)]).toEqual([200, 400]);
});

test.each<[string, (mock: Awaited<ReturnType<typeof createTestMock>>['mock']) => unknown, string]>([
  ['setOptions', (mock) => mock.setOptions({ windws: 'off' } as never), 'The argument has no windws, only pacing,'],
  ['setLimits', (mock) => mock.setLimits({ throughput: '80' } as never), "The argument's throughput must be a number"],
  [
    'setContact',
    (mock) => mock.setContact({ id: '1', unreachable: 'yes' } as never),
    "The argument's unreachable must be",
  ],
  [
    'addBusiness',
    (mock) => mock.addBusiness({ callbackUrl: 'app' }),
    "The argument's callbackUrl must be an http or https URL",
  ],
  ['addNumber', (mock) => mock.addNumber({} as never), "The argument's business must be the credentials of a business"],
  [
    'addPage',
    (mock) => mock.addPage(mock.credentials, { nme: 'x' } as never),
    'The argument has no nme, only business,',
  ],
  ['addInstagramAccount', (mock) => mock.addInstagramAccount({} as never), "The argument's business must be the"],
  [
    'postCallback',
    (mock) => mock.postCallback({ channel: 'whatsapp' } as never),
    "The argument's business_id must be text",
  ],
  ['setTemplate', (mock) => mock.setTemplate('102290129340398', { name: 'x' }), "The argument's language must be text"],
])('refuses in process the same values that %s refuses over HTTP', async (_name, run, words) => {
  const { mock } = await createTestMock();
  const before = mock.state();
  expect(() => run(mock)).toThrow(words);
  expect(mock.state()).toEqual(before);
});
