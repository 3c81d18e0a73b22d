import { isDeepStrictEqual } from 'node:util';
import { CHANNELS } from '@wigwag/openapi';
import { clause, reading } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { field, leaves, words } from '../support/support.ts';

reading('4.1/me-200', async (t) => {
  (await t.get('/me')).is(200);
});

// The body of GET /me is open: any form is valid if it contains the information.
for (const [slug, about] of [
  ['me-key', /key|scope|token/i],
  ['me-account', /account|company|business|tenant/i],
  ['me-modules', /module|feature|flow/i],
  ['me-license', /licen[sc]e|expir|valid_until|plan|subscription/i],
  ['me-channels', /channel|connection|whatsapp/i],
] as const) {
  reading(`4.1/${slug}`, async (t) => {
    const { data } = (await t.get('/me')).succeeds();
    // A list of records may have the words as values.
    expectThat(
      [...words(data)].some((word) => about.test(word)),
      `data describes ${about}`,
      data,
    );
  });
}
clause('4.1/me-channels-change', async (t) => {
  const connection_id = (await t.account()).connections?.messenger;
  const before = (await t.get('/me')).succeeds().data;
  await t.connection('messenger', { connection_id, active: false });
  const after = (await t.get('/me')).succeeds().data;
  expectThat(!isDeepStrictEqual(after, before), 'GET /me shows that a channel is no longer connected', after);
});
clause('4.1/me-401', async (t) => {
  equal((await t.get('/me', { key: 'nonsense' })).status, 401, 'the status');
});
reading('4.1/channels-200', async (t) => {
  (await t.get('/channels')).is(200);
});
reading('4.1/channels-all', async (t) => {
  const { data } = (await t.get('/channels')).succeeds();
  const told = [...words(data)];
  for (const channel of CHANNELS) {
    expectThat(told.includes(channel), `GET /channels describes ${channel}`, data);
  }
});

/** Returns the records of a response that describe one channel. */
function about(data: Record<string, unknown>, channel: string): string {
  const records = Object.values(data).flatMap((value) => (Array.isArray(value) ? value : []));
  return JSON.stringify(records.find((one) => [...leaves(one)].includes(channel)) ?? field(data, channel) ?? null);
}

reading('4.1/channels-capabilities', async (t) => {
  const { data } = (await t.get('/channels')).succeeds();
  expectThat(
    about(data, 'whatsapp') !== about(data, 'web').replaceAll('web', 'whatsapp'),
    'the capabilities of whatsapp and web differ',
    data,
  );
  for (const word of ['location', 'interactive', 'template']) {
    expectThat(
      about(data, 'whatsapp').includes(word),
      `whatsapp's capabilities include ${word}`,
      about(data, 'whatsapp'),
    );
  }
});
reading('4.1/channels-window', async (t) => {
  const { data } = (await t.get('/channels')).succeeds();
  expectThat(
    /(?<![\dA-Za-z])(24|1440|86400|86400000|P1D|PT24H)(?!\d)/.test(about(data, 'whatsapp')),
    'whatsapp shows a window of 24 hours',
    about(data, 'whatsapp'),
  );
  expectThat(
    !/"[^"]*(window|duration)[^"]*":\s*(24|1440|86400)\b/.test(about(data, 'web')),
    'web shows no window of 24 hours',
    about(data, 'web'),
  );
});
reading('4.1/channels-connections', async (t) => {
  const { connections } = await t.account();
  const { data } = (await t.get('/channels')).succeeds();
  for (const [channel, id] of Object.entries(connections ?? {})) {
    expectThat(about(data, channel).includes(`"${id}"`), `${channel} shows the connection ${id}`, about(data, channel));
  }
});
clause('4.1/channels-new-connection', async (t) => {
  const id = await t.connection('instagram');
  const { text } = (await t.get('/channels')).succeeds();
  expectThat(text.includes(`"${id}"`), `GET /channels lists the connection ${id}`, text.slice(0, 600));
});
clause('4.1/channels-inactive-connection', async (t) => {
  const id = await t.connection('instagram');
  await t.connection('instagram', { connection_id: id, active: false });
  const { text } = (await t.get('/channels')).succeeds();
  // It may be missing, or shown as inactive.
  const at = text.indexOf(`"${id}"`);
  expectThat(
    at < 0 || /false|inactive|disabled/i.test(text.slice(at, at + 300)),
    'the connection is not listed as available',
    text.slice(0, 600),
  );
});
