import type { Channel } from '@wigwag/openapi';
import type { ApiResponse } from '../../answer.ts';
import type { ApiCallOptions } from '../../api.ts';
import type { CaseContext } from '../../context.ts';
import { generated } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { FILES } from '../support/files.ts';
import { checkTexts, fewTexts, isPlain, texts } from '../support/generated.ts';
import { reaches } from '../support/sends.ts';
import { ample, leaves, WITH_PROVIDER } from '../support/support.ts';
import { isTorn } from '../support/values.ts';

// Values that careless code changes, refuses or takes for missing. Each must reach the provider unchanged.

interface ValueField {
  /** The fields of a send that contain the value. */
  request: (value: string) => Record<string, unknown>;
  channel?: Channel;
}

async function field(t: CaseContext, what: string, { request, channel = 'whatsapp' }: ValueField) {
  const to = await t.customer(channel);
  return reaches(t, what, (value, options) => t.send({ channel, to, ...request(value) }, options));
}

for (const channel of WITH_PROVIDER) {
  generated('2.3/values-text', channel, async (t) => {
    t.requireOwnAccount();
    const values = channel === 'whatsapp' ? texts(t, 'text') : fewTexts(t, 'text');
    await checkTexts(t, values, await field(t, 'a text', { channel, request: (text) => ({ text }) }));
  });
}
generated('2.3/values-text', 'web', async (t) => {
  t.requireOwnAccount();
  const to = await t.customer('web');
  await checkTexts(t, fewTexts(t, 'text'), async (values) => {
    const options = await ample(t);
    const answers: ApiResponse[] = [];
    for (const text of values) {
      answers.push(await t.send({ channel: 'web', to, text }, options));
    }
    await t.settle();
    const shown = new Set<unknown>();
    for (const { list } of await history(t, to, options)) {
      for (const { text } of list) {
        shown.add(text);
      }
    }
    return values.map((value, at) => {
      const exchange = answers[at] as ApiResponse;
      return exchange.status !== 202
        ? { what: 'a text is refused', expected: 202, got: exchange.status, exchange }
        : shown.has(value)
          ? undefined
          : {
              what: 'the history does not show a text unchanged',
              expected: value,
              got: [...shown].slice(0, 3),
              exchange,
            };
    });
  });
});

/** Returns all pages of a conversation's history. */
async function history(t: CaseContext, phone: string, options: ApiCallOptions): Promise<ApiResponse[]> {
  const pages: ApiResponse[] = [];
  let before = '';
  do {
    const page = (await t.get(`/conversations/${phone}/messages?limit=100${before}`, options)).succeeds();
    pages.push(page);
    const next = page.list.length === 100 ? page.data.pagination?.before : undefined;
    before = next ? `&before=${encodeURIComponent(next)}` : '';
  } while (before !== '');
  return pages;
}

for (const [type, name] of [
  ['image', 'a.jpg'],
  ['document', 'a.pdf'],
] as const) {
  generated('2.3/values-caption', type, async (t) => {
    t.requireOwnAccount();
    const media = { url: t.file(name, FILES[name]) };
    const request = (caption: string) => ({ type, media, caption });
    await checkTexts(t, fewTexts(t, 'line'), await field(t, 'a caption', { request }));
  });
}
for (const part of ['name', 'address'] as const) {
  generated('2.3/values-location', part, async (t) => {
    t.requireOwnAccount();
    const request = (value: string) => ({
      type: 'location',
      latitude: 41.5,
      longitude: 28.5,
      name: 'Our shop',
      address: 'Galata 1',
      [part]: value,
    });
    const fits = (text: string) => isPlain(text) && text.length <= 60;
    await checkTexts(t, fewTexts(t, 'label'), await field(t, `the ${part} of a location`, { request }), fits);
  });
}
for (const [at, latitude, longitude] of [
  ['the equator', 0, 28.5],
  ['the prime meridian', 51.5, 0],
  ['zero', 0, 0],
  ['the south and the west', -33.875, -70.625],
  ['the poles', 90, 180],
  ['the other poles', -90, -180],
  ['a fraction', 1e-6, -0.5],
] as const) {
  generated('2.3/values-coordinates', at, async (t) => {
    t.requireOwnAccount();
    const to = await t.customer();
    const place = { type: 'location', latitude, longitude, name: 'Here', address: 'There 1' };
    (await t.send({ to, ...place })).is(202);
    const [send] = await t.sends();
    const found = [...leaves(send?.payload)];
    expectThat(
      [latitude, longitude].every((one) => found.some((leaf) => Number(leaf) === one && String(leaf).trim() !== '')),
      `latitude ${latitude} and longitude ${longitude} reach the provider`,
      send?.payload,
    );
  });
}

const interactive = (form: Record<string, unknown>) => ({ type: 'interactive', interactive: form });
const FORMS: Record<string, (value: string) => Record<string, unknown>> = {
  'the text of buttons': (text) => ({ kind: 'button', text, buttons: [{ id: 'a', title: 'A' }] }),
  'the title of a button': (title) => ({ kind: 'button', text: 'Well?', buttons: [{ id: 'a', title }] }),
  'the ID of a button': (id) => ({ kind: 'button', text: 'Well?', buttons: [{ id, title: 'A' }] }),
  'the text of a list': (text) => list({ text }),
  'the label of a list': (button) => list({ button }),
  'the title of a row': (title) => list({ sections: [{ title: 'All', rows: [{ id: 'a', title }] }] }),
  'the ID of a row': (id) => list({ sections: [{ title: 'All', rows: [{ id, title: 'A' }] }] }),
  'the description of a row': (description) =>
    list({ sections: [{ title: 'All', rows: [{ id: 'a', title: 'A', description }] }] }),
  'the title of a section': (title) => list({ sections: [{ title, rows: [{ id: 'a', title: 'A' }] }] }),
};
const list = (more: Record<string, unknown>) => ({
  kind: 'list',
  text: 'Which size?',
  button: 'Sizes',
  sections: [{ title: 'All', rows: [{ id: 'a', title: 'A' }] }],
  ...more,
});
for (const [what, form] of Object.entries(FORMS)) {
  generated('2.3/values-interactive', what, async (t) => {
    t.requireOwnAccount();
    const request = (value: string) => interactive(form(value));
    // Providers refuse IDs with spaces at their ends.
    const fits = (value: string) =>
      isPlain(value) && value.length <= 20 && !(what.includes('ID') && value !== value.trim());
    await checkTexts(t, fewTexts(t, 'label', fits), await field(t, what, { request }), fits);
  });
}

// Texts that are split. Where, and whether parts are numbered, is open.

const EMOJI = ['👍', '👩🏽‍🚀', '🇹🇷', '𠮷'];
for (const [channel, limit] of [
  ['instagram', 1000],
  ['messenger', 2000],
] as const) {
  generated('2.3/text-split-whole', channel, async (t) => {
    t.requireOwnAccount();
    const to = await t.customer(channel);
    for (const emoji of EMOJI) {
      // The limit is before, inside and after the emoji.
      for (let offset = emoji.length; offset >= 0; offset--) {
        const before = (await t.sends()).length;
        const text = `${'a'.repeat(limit - offset)}${emoji}${'b'.repeat(200)}`;
        (await t.send({ channel, to, text })).succeeds();
        const parts = (await t.sends())
          .slice(before)
          .map(({ payload }) => [...leaves(payload)].map(String).sort((a, b) => b.length - a.length)[0] ?? '');
        expectThat(
          !parts.some(isTorn),
          'no part begins or ends inside an emoji',
          parts.map((part) => [part.slice(0, 4), part.slice(-4)]),
        );
        const joined = parts.map((part) => part.replaceAll(/[([]?\b\d+\/\d+\b[)\]]?:?|\s|…|\.{3}/g, '')).join('');
        equal(joined, text, `the parts, joined in order, of a text with ${emoji} at ${limit - offset}`);
      }
    }
  });
  generated('2.3/text-split-whole', `letters of several bytes, ${channel}`, async (t) => {
    t.requireOwnAccount();
    // Of 5 bytes in a row, 3 are inside a letter. The first letter moves round limits inside one.
    const text = `a${'ş한'.repeat(limit / 2 + 50)}`;
    (await t.send({ channel, to: await t.customer(channel), text })).succeeds();
    const joined = (await t.sends()).flatMap(({ payload }) => [...leaves(payload)].map(String)).join('');
    for (const letter of ['ş', '한']) {
      equal(joined.split(letter).length - 1, limit / 2 + 50, `the number of letters ${letter} in all parts`);
    }
    expectThat(!joined.includes('\uFFFD'), 'no part begins or ends inside a letter', joined.slice(0, 40));
  });
}
