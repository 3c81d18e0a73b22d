import type { CaseContext } from '../../context.ts';
import { clause, reading } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { NOT_PUBLIC } from '../support/addresses.ts';
import { FILES, megabytes, upload } from '../support/files.ts';
import { buttons, delivered, refused, tried } from '../support/sends.ts';
import {
  carries,
  carriesFile,
  distinguishes,
  field,
  isRefusedOrFails,
  leaves,
  onlySend,
  WITH_PROVIDER,
  WITHOUT_MEDIA_IDS,
} from '../support/support.ts';

reading(['2.3/channel-unknown', '7/CHANNEL_UNSUPPORTED'], async (t) => {
  (await tried(t, { channel: 'telegram', to: '905551112233', text: 'Hi' })).refuses('CHANNEL_UNSUPPORTED');
});

reading('2.3/connection-id-other-channel', async (t) => {
  const { connections } = await t.account();
  const answer = await tried(t, { connection_id: connections?.messenger ?? 'fb_1', text: 'Hi' });
  answer.refuses('CONNECTION_NOT_FOUND', 'CHANNEL_NOT_CONNECTED', 422);
});

clause(['2.3/connection-id-other-account', '7/CONNECTION_NOT_FOUND'], async (t) => {
  const other = await t.newAccount();
  const id = other.connections?.whatsapp ?? 'wa_999999';
  (await tried(t, { connection_id: id, text: 'Hi' })).refuses('CONNECTION_NOT_FOUND');
  (await tried(t, { connection_id: 'wa_999999999', text: 'Hi' })).refuses('CONNECTION_NOT_FOUND');
});

reading('2.3/to-required', async (t) => {
  (await t.send({ text: 'Hi' }, { key: await t.testKey() })).refuses(422);
});
clause('2.3/to-empty', async (t) => {
  (await t.send({ to: '', text: 'Hi' }, { key: await t.testKey() })).refuses(422);
});

clause('2.3/type-default', async (t) => {
  const send = await delivered(t, { text: 'No type' });
  equal(send.type, 'text', 'the type');
});
clause('2.3/type-text', async (t) => {
  const send = await delivered(t, { type: 'text', text: 'With a type' });
  equal(send.type, 'text', 'the type');
});

for (const [type, name] of [
  ['image', 'a.jpg'],
  ['video', 'a.mp4'],
  ['audio', 'a.mp3'],
  ['document', 'a.pdf'],
] as const) {
  clause([`2.3/type-${type}`, '2.3/media-by-url'], type, async (t) => {
    const url = t.file(name, FILES[name]);
    const send = await delivered(t, { type, media: { url } });
    equal(send.type, type, 'the type');
    carriesFile(t, send.payload, url);
  });
}
clause('2.3/media-by-url', 'escapes and a query', async (t) => {
  const url = `${t.file('a%20b%2Bc.jpg', FILES['a.jpg'])}?v=2&name=a%2Bb`;
  carriesFile(t, (await delivered(t, { type: 'image', media: { url } })).payload, url);
});
clause(['2.3/type-location', '2.3/location-reaches'], async (t) => {
  const send = await delivered(t, { ...PLACE, latitude: 41.25, longitude: 28.5 });
  equal(send.type, 'location', 'the type');
  carries(send.payload, [41.25], 'latitude');
  carries(send.payload, [28.5], 'longitude');
});
clause('2.3/type-interactive', async (t) => {
  equal((await delivered(t, { type: 'interactive', interactive: buttons(1) })).type, 'interactive', 'the type');
});

/** Whether name and address are required is open, so every location that must be accepted has them. */
const PLACE = { type: 'location', latitude: 41, longitude: 29, name: 'Our shop', address: 'İstiklal 1' };

refused('type-unknown', { type: 'hologram', text: 'Hi' });
refused('type-no-text', { type: 7, text: 'Hi' });
refused('text-required', {});
refused('text-required', { type: 'text' });
refused('text-empty', { text: '' });
refused('text-not-text', { text: 42 }, ['7/validation-wrong-type']);
refused('text-not-text', { text: ['Hi'] });

clause('2.3/text-reaches', async (t) => {
  const text = 'Two  spaces, "quotes",\na new line & <tags>';
  const send = await delivered(t, { text });
  expectThat([...leaves(send.payload)].includes(text), 'the text reaches the provider unchanged', send.payload);
});

// Text limits, from both sides.

clause(['2.3/text-4096', '8/text-whatsapp'], async (t) => {
  (await tried(t, { text: 'a'.repeat(4096) })).succeeds();
});
reading(['2.3/text-4097', '8/text-whatsapp'], 'over', async (t) => {
  (await tried(t, { text: 'a'.repeat(4097) })).refuses(422);
});
clause('8/text-characters', async (t) => {
  (await tried(t, { text: 'ş'.repeat(4096) })).succeeds();
});

/** Returns a part without white space and without its number, which a target may add. */
const withoutMarks = (part: string): string =>
  part.replaceAll(/[([]?\b\d+\/\d+\b[)\]]?:?|…|\.{3}/g, '').replaceAll(/\s/g, '');

const words = (length: number): string =>
  'word '
    .repeat(Math.ceil(length / 5))
    .slice(0, length - 1)
    .concat('.');

for (const [channel, limit] of [
  ['instagram', 1000],
  ['messenger', 2000],
] as const) {
  const pieces = async (t: CaseContext, text: string) => {
    const to = await t.customer(channel);
    const { id } = (await t.send({ channel, to, text })).succeeds().data;
    const sends = await t.sends();
    // The longest string in a provider request is the text of a part.
    return {
      id,
      texts: sends.map(({ payload }) => [...leaves(payload)].map(String).sort((a, b) => b.length - a.length)[0] ?? ''),
    };
  };
  clause([`2.3/text-${limit}-${channel}`, `8/text-${channel}`], async (t) => {
    const text = words(limit);
    equal((await pieces(t, text)).texts, [text], 'the parts');
  });
  clause(`2.3/text-${limit + 1}-${channel}`, async (t) => {
    const lengths = (await pieces(t, words(limit + 1))).texts.map(({ length }) => length);
    expectThat(lengths.length >= 2, 'there is more than one part', { lengths });
  });
  clause(`2.3/text-split-${channel}`, async (t) => {
    const { texts } = await pieces(t, words(limit * 2 + 300));
    expectThat(
      texts.length >= 3 && texts.every(({ length }) => length <= limit),
      `no part is longer than ${limit}`,
      texts.map(({ length }) => length),
    );
  });
  clause('2.3/text-split-complete', `${channel}, a multiple of the limit`, async (t) => {
    const text = 'abcdefghij'.repeat((limit * 2) / 10);
    const { texts } = await pieces(t, text);
    equal(texts.map(withoutMarks).join(''), text, 'the parts, joined in order');
  });
  clause('2.3/text-split-complete', channel, async (t) => {
    const text = Array.from({ length: limit / 4 }, (_, i) => `no${i}`).join(' ');
    const { texts } = await pieces(t, text);
    // Where a text is split, whether whitespace there is kept, and whether parts are numbered is open.
    const unmarked = texts.map(withoutMarks);
    equal(unmarked.join(''), text.replaceAll(' ', ''), 'the parts, joined in order');
  });
  clause('2.3/text-split-one-id', channel, async (t) => {
    const { id } = await pieces(t, words(limit + 500));
    const status = field((await t.get(`/messages/${id}`)).succeeds().data, 'status');
    expectThat(status !== 'failed', 'the status is not failed', status);
  });
}
// Instagram does not report that a message was delivered.
clause('2.3/text-split-delivered', async (t) => {
  const to = await t.customer('messenger');
  await t.provider({ channel: 'messenger', outcome: 'statuses', statuses: ['delivered'], times: 3 });
  const { id } = (await t.send({ channel: 'messenger', to, text: words(4_500) })).succeeds().data;
  await t.settle();
  equal(field((await t.get(`/messages/${id}`)).succeeds().data, 'status'), 'delivered', 'status');
});

// Media.

for (const type of ['image', 'video', 'audio', 'document']) {
  reading(['2.3/media-required', '7/MEDIA_REQUIRED'], type, async (t) => {
    (await tried(t, { type })).refuses('MEDIA_REQUIRED');
  });
}
clause(['2.3/media-empty', '7/MEDIA_REQUIRED'], 'empty', async (t) => {
  (await tried(t, { type: 'image', media: {} })).refuses('MEDIA_REQUIRED');
});

clause(['2.3/media-by-id', '4.4/upload-id-sends'], async (t) => {
  const one = (await upload(t, 'a.jpg')).succeeds().data.id;
  // The same bytes may get the same ID.
  const other = (await upload(t, 'a.jpg', { bytes: 100 })).succeeds().data.id;
  const to = await t.customer();
  for (const id of [one, one, other]) {
    (await t.send({ to, type: 'image', media: { id } })).succeeds();
    await t.settle(); // sends may leave in any order
  }
  const sends = await t.sends();
  equal(
    sends.map(({ type }) => type),
    ['image', 'image', 'image'],
    'the types',
  );
  distinguishes(sends, 'the file');
});
reading('2.3/media-unknown-id', async (t) => {
  const to = await t.customer();
  const answer = await t.send({ to, type: 'image', media: { id: 'med_404404404' } });
  expectThat(await isRefusedOrFails(t, answer), 'the ID is refused', answer.status);
});
clause('2.3/media-other-account', async (t) => {
  const other = await t.newAccount();
  const { id } = (await upload(t, 'a.jpg', { key: other.live })).succeeds().data;
  const to = await t.customer();
  const answer = await t.send({ to, type: 'image', media: { id } });
  expectThat(await isRefusedOrFails(t, answer), 'the ID is refused', answer.status);
});

for (const [slug, url] of [
  ['media-not-https', 'ftp://files.example/a.jpg'],
  ['media-not-https', 'file:///etc/hostname'],
] as const) {
  clause([`2.3/${slug}`, '7/MEDIA_URL_INVALID'], url, async (t) => {
    (await tried(t, { type: 'image', media: { url } })).refuses('MEDIA_URL_INVALID');
  });
}
reading('2.3/media-not-url', async (t) => {
  // It is not a URL, and so the field is also malformed.
  (await tried(t, { type: 'image', media: { url: 'a.jpg' } })).refuses('MEDIA_URL_INVALID', 'VALIDATION_FAILED');
});
reading(['2.3/media-not-https', '7/MEDIA_URL_INVALID'], 'http', async (t) => {
  (await tried(t, { type: 'image', media: { url: 'http://example.com/a.jpg' } })).refuses('MEDIA_URL_INVALID');
});

for (const address of NOT_PUBLIC) {
  reading(['2.3/media-address', '7/MEDIA_URL_INVALID'], address, async (t) => {
    const url = `https://${address}/a.jpg`;
    (await tried(t, { type: 'image', media: { url } })).refuses('MEDIA_URL_INVALID');
  });
}
reading('2.3/media-url-too-large', async (t) => {
  const body = Buffer.concat([FILES['a.jpg'].body, Buffer.alloc(megabytes(6))]);
  const to = await t.customer();
  const answer = await t.send({ to, type: 'image', media: { url: t.file('a.jpg', { type: 'image/jpeg', body }) } });
  expectThat(answer.status === 413 || (await isRefusedOrFails(t, answer)), 'the file is refused', answer.status);
});
reading('2.3/media-url-type', async (t) => {
  const to = await t.customer();
  const answer = await t.send({ to, type: 'document', media: { url: t.file('a.zip', FILES['a.zip']) } });
  expectThat(await isRefusedOrFails(t, answer), 'the file is refused', answer.status);
});

for (const channel of WITHOUT_MEDIA_IDS) {
  clause(`2.3/media-id-${channel}`, async (t) => {
    const { id } = (await upload(t, 'a.jpg')).succeeds().data;
    (await tried(t, { channel, type: 'image', media: { id } })).refuses(422);
  });
  clause(`2.3/media-url-${channel}`, async (t) => {
    const url = t.file('a.jpg', FILES['a.jpg']);
    carriesFile(t, (await delivered(t, { channel, type: 'image', media: { url } })).payload, url);
  });
}

for (const [type, name] of [
  ['image', 'a.jpg'],
  ['video', 'a.mp4'],
  ['document', 'a.pdf'],
] as const) {
  clause('2.3/caption', type, async (t) => {
    const url = t.file(name, FILES[name]);
    carries((await delivered(t, { type, media: { url }, caption: 'Size 42' })).payload, ['Size 42'], 'the caption');
  });
}
for (const [type, name] of [
  ['image', 'a.jpg'],
  ['video', 'a.mp4'],
  ['document', 'a.pdf'],
] as const) {
  clause('2.3/caption-by-id', type, async (t) => {
    const { id } = (await upload(t, name)).succeeds().data;
    carries((await delivered(t, { type, media: { id }, caption: 'Size 42' })).payload, ['Size 42'], 'the caption');
  });
}
clause('2.3/filename', async (t) => {
  const url = t.file('a.pdf', FILES['a.pdf']);
  carries(
    (await delivered(t, { type: 'document', media: { url }, filename: 'invoice-42.pdf' })).payload,
    ['invoice-42.pdf'],
    'the name',
  );
});
clause('2.3/filename', 'by ID', async (t) => {
  const { id } = (await upload(t, 'a.pdf')).succeeds().data;
  const send = await delivered(t, { type: 'document', media: { id }, filename: 'invoice-43.pdf' });
  carries(send.payload, ['invoice-43.pdf'], 'the name');
});

// Locations.

refused('location-latitude-required', { ...PLACE, latitude: undefined });
refused('location-longitude-required', { ...PLACE, longitude: undefined });
refused('location-latitude-number', { ...PLACE, latitude: 'north' });
refused('location-longitude-number', { ...PLACE, longitude: 'east' });

for (const [slug, field, value] of [
  ['location-name', 'name', 'Our shop'],
  ['location-address', 'address', 'İstiklal 1'],
] as const) {
  clause(`2.3/${slug}`, async (t) => {
    carries((await delivered(t, { ...PLACE, [field]: value })).payload, [value], field);
  });
}

const QUOTING: [type: string, more: (t: CaseContext) => object][] = [
  ['image', (t) => ({ media: { url: t.file('a.jpg', FILES['a.jpg']) } })],
  ['location', () => PLACE],
  ['interactive', () => ({ interactive: { kind: 'button', text: 'Well?', buttons: [{ id: 'yes', title: 'Yes' }] } })],
];
for (const [type, more] of QUOTING) {
  clause('2.3/reply-to', type, async (t) => {
    const to = await t.customer();
    const quoted = await t.writes(to);
    (await t.send({ to, type, ...more(t), reply_to: quoted })).succeeds();
    carries((await onlySend(t)).payload, [quoted], 'the quoted message');
  });
}
for (const channel of WITH_PROVIDER) {
  clause('2.3/reply-to', channel, async (t) => {
    const to = await t.customer(channel);
    const quoted = await t.writes(to, channel);
    (await t.send({ channel, to, text: 'About that', reply_to: quoted })).succeeds();
    carries((await onlySend(t)).payload, [quoted], 'the quoted message');
  });
}

for (const channel of ['WhatsApp', 'WEB', 'Instagram']) {
  reading('2.3/channel-case', channel, async (t) => {
    const to = channel === 'WhatsApp' ? t.person() : t.person(channel.toLowerCase() as 'web');
    (await t.send({ channel, to, text: 'Hello' }, { key: await t.testKey() })).refuses('CHANNEL_UNSUPPORTED');
  });
}
