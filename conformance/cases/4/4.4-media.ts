import type { CaseContext } from '../../context.ts';
import { clause, reading, timed } from '../../declare-case.ts';
import { expectThat } from '../../expectations.ts';
import { FILES, megabytes, upload } from '../support/files.ts';
import { isRefusedOrFails } from '../support/support.ts';

clause('4.4/upload-201', async (t) => {
  const { id } = (await upload(t, 'a.jpg', { key: await t.testKey() })).is(201).data;
  expectThat(typeof id === 'string' && id !== '', 'an ID is present', id);
});
reading(['4.4/upload-413', '7/MEDIA_TOO_LARGE'], async (t) => {
  (await upload(t, 'a.jpg', { key: await t.testKey(), bytes: megabytes(6) })).refuses('MEDIA_TOO_LARGE');
});
reading(['4.4/upload-415', '7/MEDIA_TYPE_UNSUPPORTED'], async (t) => {
  (await upload(t, 'a.zip', { key: await t.testKey() })).refuses('MEDIA_TYPE_UNSUPPORTED');
});
clause('4.4/upload-id-unique', async (t) => {
  const first = (await upload(t, 'a.jpg', { key: await t.testKey() })).succeeds().data.id;
  // The same bytes may get the same ID.
  const second = (await upload(t, 'a.jpg', { key: await t.testKey(), bytes: 100 })).succeeds().data.id;
  expectThat(first !== second, 'the two IDs differ', [first, second]);
});
reading('4.4/upload-not-multipart', async (t) => {
  const answer = await t.post('/media', { file: 'hello' }, { key: await t.testKey() });
  expectThat([400, 415, 422].includes(answer.status), 'JSON is refused', answer.status);
});

// Supported types and size limits (§8), with a test key, so that nothing reaches a provider.

for (const name of [
  'a.jpg',
  'a.png',
  'a.mp4',
  'a.3gp',
  'a.aac',
  'a.mp3',
  'a.ogg',
  'a.amr',
  'a.pdf',
  'a.doc',
  'a.xls',
  'a.ppt',
  'a.txt',
] as const) {
  const slug = name === 'a.jpg' ? 'jpeg' : name.slice(2);
  clause(`8/type-${slug}`, async (t) => {
    (await upload(t, name, { key: await t.testKey() })).succeeds();
  });
}
for (const name of ['camera.jpg', 'plain.mp3', 'letters.txt'] as const) {
  const [form = '', slug = ''] = name.replace('jpg', 'jpeg').split('.');
  clause(`8/type-${slug}`, form, async (t) => {
    (await upload(t, name, { key: await t.testKey() })).succeeds();
  });
}
for (const name of ['a.gif', 'a.webp', 'a.wav', 'a.mov', 'a.zip', 'a.html'] as const) {
  clause(`8/type-${name.slice(2)}`, async (t) => {
    (await upload(t, name, { key: await t.testKey() })).refuses('MEDIA_TYPE_UNSUPPORTED');
  });
}

// An MB may be 1,000,000 or 1,048,576 bytes. Files below the smaller limit are accepted, and files above the larger one
// are refused.
for (const [slug, name, limit] of [
  ['image', 'a.jpg', 5],
  ['audio', 'a.mp3', 16],
  ['video', 'a.mp4', 16],
] as const) {
  clause(`8/media-${slug}-${limit}mb`, async (t) => {
    (await upload(t, name, { key: await t.testKey(), bytes: limit * 1_000_000 })).succeeds();
  });
  clause(`8/media-${slug}-over`, async (t) => {
    (await upload(t, name, { key: await t.testKey(), bytes: megabytes(limit) + 1 })).refuses('MEDIA_TOO_LARGE');
  });
}
clause('8/media-document-over-image', async (t) => {
  (await upload(t, 'a.pdf', { key: await t.testKey(), bytes: megabytes(20) })).succeeds();
});
timed('8/media-document-100mb', async (t) => {
  (await upload(t, 'a.pdf', { key: await t.testKey(), bytes: 100_000_000 })).succeeds();
});
timed('8/media-document-over', async (t) => {
  (await upload(t, 'a.pdf', { key: await t.testKey(), bytes: megabytes(100) + 1 })).refuses(
    'MEDIA_TOO_LARGE',
    // This is the largest media limit, so it may also be the limit for all requests.
    'PAYLOAD_TOO_LARGE',
  );
});

clause(['7/MEDIA_UPLOAD_FAILED'], async (t) => {
  await t.provider({ outcome: 'reject', applies_to: 'media', code: 131053 });
  const answer = await upload(t, 'a.jpg');
  if (answer.status !== 201) {
    answer.refuses('MEDIA_UPLOAD_FAILED');
    return;
  }
  // A target may pass on the file only when it is sent.
  const sent = await t.send({ to: await t.customer(), type: 'image', media: { id: answer.data.id } });
  expectThat(await isRefusedOrFails(t, sent), 'the upload or the send fails', sent.status);
});

for (const [slug, file] of [
  ['media-url-authentication', { status: 401, type: 'text/plain' }],
  ['media-url-missing', { status: 404, type: 'text/plain' }],
] as const) {
  clause([`7/${slug}`, ...(file.status === 401 ? ['7/MEDIA_URL_INVALID'] : [])], slug, async (t) => {
    const to = await t.customer();
    const url = t.file('a.jpg', { ...file, body: FILES['a.jpg'].body });
    (await t.send({ to, type: 'image', media: { url } })).refuses('MEDIA_URL_INVALID');
  });
}

/** Uploads text with a name and a Content-Type. */
async function uploadAs(t: CaseContext, name: string, type: string, body: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.set('file', new Blob([body], { type }), name);
  return t.call('POST', '/media', { raw: form, key: await t.testKey() });
}
for (const [name, type] of [
  ['a.txt', 'text/plain; charset=utf-8'],
  ['a.txt', 'text/plain;charset=UTF-8'],
  ['a.ogg', 'audio/ogg; codecs=opus'],
] as const) {
  clause('4.4/upload-type-parameters', type, async (t) => {
    (await uploadAs(t, name, type, new Uint8Array(FILES[name].body))).is(201);
  });
}
for (const name of ['\u00d6ffnungszeiten \u55b6\u696d.txt', 'a b (1).TXT', '100% "new".txt', '\ud83d\udc4d.txt']) {
  clause('4.4/upload-any-name', name, async (t) => {
    (await uploadAs(t, name, 'text/plain', new Uint8Array(FILES['a.txt'].body))).is(201);
  });
}
