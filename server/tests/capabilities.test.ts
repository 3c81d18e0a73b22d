import { expect, test } from 'vitest';
import { createFileHost } from '../testing/files.ts';
import { createTestServer } from '../testing/server.ts';

/** Tests the capability table (§1) with every type of message on every channel. */

const TYPES = {
  text: () => ({ text: 'Hello' }),
  image: (url: string) => ({ type: 'image', media: { url: `${url}/a.jpg` }, caption: 'Look' }),
  video: (url: string) => ({ type: 'video', media: { url: `${url}/a.mp4` } }),
  audio: (url: string) => ({ type: 'audio', media: { url: `${url}/a.mp3` } }),
  document: (url: string) => ({ type: 'document', media: { url: `${url}/a.pdf` }, filename: 'a.pdf' }),
  location: () => ({ type: 'location', latitude: 41, longitude: 29 }),
  buttons: () => ({
    type: 'interactive',
    interactive: { kind: 'button', text: 'Sure?', buttons: [{ id: 'y', title: 'Yes' }] },
  }),
  list: () => ({
    type: 'interactive',
    interactive: {
      kind: 'list',
      text: 'Size?',
      button: 'Sizes',
      sections: [{ title: 'All', rows: [{ id: 's', title: 'S' }] }],
    },
  }),
};

const CONTENT_TYPES = {
  '/a.jpg': 'image/jpeg',
  '/a.mp4': 'video/mp4',
  '/a.mp3': 'audio/mpeg',
  '/a.pdf': 'application/pdf',
};

const PEOPLE = {
  whatsapp: '905551112233',
  instagram: '1784140012345',
  messenger: '6042731925',
  web: 'web_visitor1',
} as const;

const MEDIA = ['image', 'video', 'audio', 'document'] as const;
const TAKEN = {
  whatsapp: ['text', ...MEDIA, 'location', 'buttons', 'list'],
  instagram: ['text', ...MEDIA, 'buttons', 'list'],
  messenger: ['text', ...MEDIA, 'buttons', 'list'],
  web: ['text', ...MEDIA],
};

test.each(Object.keys(PEOPLE) as (keyof typeof PEOPLE)[])(
  '%s accepts exactly the messages that the table lists',
  async (channel) => {
    const server = await createTestServer();
    const files = await createFileHost();
    for (const [path, type] of Object.entries(CONTENT_TYPES)) {
      files.put(path, { headers: { 'content-type': type } });
    }
    const to = PEOPLE[channel];
    if (channel !== 'web') {
      const { whatsapp, messenger, instagram } = server.business;
      const ids = { whatsapp: whatsapp.phone_number_id, messenger: messenger.page_id, instagram: instagram.account_id };
      await server.mock.receive({
        channel,
        business_id: ids[channel],
        from: { id: to, name: 'Ada' },
        type: 'text',
        text: 'Hi',
      });
      await server.settle();
    }
    const sent = [];
    for (const [type, body] of Object.entries(TYPES)) {
      const answer = await server.api('POST', '/messages', { body: { channel, to, ...body(files.url) } });
      const taken = TAKEN[channel].some((one) => one === type);
      expect([type, answer.status, answer.body.error?.code]).toEqual(
        taken ? [type, 202, undefined] : [type, 422, 'CHANNEL_FEATURE_UNSUPPORTED'],
      );
      sent.push(...(taken ? [answer.body.data.id] : []));
    }
    await server.settle();
    for (const id of sent) {
      const { data } = (await server.api('GET', `/messages/${id}`)).body;
      // A visitor's page reads web chat messages, and the mock's people read messages on the other channels.
      expect(data).toMatchObject({ status: channel === 'web' ? 'sent' : 'read', external_id: expect.any(String) });
    }
  },
);

test.each(Object.keys(PEOPLE) as (keyof typeof PEOPLE)[])('templates: %s', async (channel) => {
  const { api } = await createTestServer();
  const body = { channel, to: PEOPLE[channel], name: 'hello_world' };
  const answer = await api('POST', '/messages/template', { body });
  expect([answer.status, answer.body.error?.code]).toEqual(
    channel === 'whatsapp' ? [202, undefined] : [422, 'CHANNEL_FEATURE_UNSUPPORTED'],
  );
});

test('the limit of ten rows applies to all sections together', async () => {
  const { api, customerWrites } = await createTestServer();
  await customerWrites('Hi');
  const send = async (...counts: number[]) => {
    const sections = counts.map((count, at) => ({
      title: `Section ${at}`,
      rows: Array.from({ length: count }, (_, row) => ({ id: `${at}-${row}`, title: `Row ${row}` })),
    }));
    const interactive = { kind: 'list', text: 'Which?', button: 'Open', sections };
    return (await api('POST', '/messages', { body: { to: PEOPLE.whatsapp, type: 'interactive', interactive } })).status;
  };
  expect([await send(5, 5), await send(6, 5), await send(10), await send(11)]).toEqual([202, 422, 202, 422]);
});
