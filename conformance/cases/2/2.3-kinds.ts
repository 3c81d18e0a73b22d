import { CAPABILITIES, CHANNELS, type Channel } from '@wigwag/openapi';
import type { CaseContext } from '../../context.ts';
import { clause } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { FILES } from '../support/files.ts';
import { carriesFile, field, isRefusal, WITH_PROVIDER, words } from '../support/support.ts';

// Every kind of message on every channel that has it: what holds for texts and images on whatsapp holds for the others.

/** One kind of message. */
interface Kind {
  type: string;
  /** A file by URL, if the kind has one. */
  file?: keyof typeof FILES;
  /** The other fields. Each value is in no other kind. */
  more: Record<string, unknown>;
  /** The texts that the recipient must get, whichever form the provider has for them. */
  shown: readonly string[];
}

const MEDIA: readonly Kind[] = [
  { type: 'image', file: 'a.jpg', more: { caption: 'Under the image' }, shown: ['Under the image'] },
  { type: 'video', file: 'a.mp4', more: { caption: 'Under the video' }, shown: ['Under the video'] },
  { type: 'document', file: 'a.pdf', more: { caption: 'Under the document' }, shown: ['Under the document'] },
  { type: 'audio', file: 'a.mp3', more: {}, shown: [] },
];

const INTERACTIVE: readonly Kind[] = [
  {
    type: 'interactive',
    more: {
      interactive: {
        kind: 'button',
        text: 'Above the buttons',
        buttons: [1, 2, 3].map((i) => ({ id: `button-${i}`, title: `Button ${i}` })),
      },
    },
    shown: ['Above the buttons', 'button-1', 'button-2', 'button-3', 'Button 1', 'Button 2', 'Button 3'],
  },
  {
    type: 'interactive',
    more: {
      interactive: {
        kind: 'list',
        text: 'Above the list',
        button: 'Open',
        sections: ['a', 'b'].map((letter) => ({
          title: `Section ${letter}`,
          rows: [1, 2].map((i) => ({ id: `row-${letter}${i}`, title: `Row ${letter}${i}` })),
        })),
      },
    },
    shown: ['Above the list', ...['a1', 'a2', 'b1', 'b2'].flatMap((row) => [`row-${row}`, `Row ${row}`])],
  },
];

const PLACE: Kind = {
  type: 'location',
  more: { latitude: 41.5, longitude: 29.25, name: 'The place', address: 'The street' },
  shown: ['The place', 'The street', '41.5', '29.25'],
};

/** Returns the kinds of messages other than text that a channel has (§1). */
const kindsOn = (channel: Channel): Kind[] => [
  ...MEDIA,
  ...(CAPABILITIES[channel].features.includes('interactive') ? INTERACTIVE : []),
  ...(CAPABILITIES[channel].features.includes('location') ? [PLACE] : []),
];

/** A kind of message that the target has accepted. */
interface SentKind extends Kind {
  url: string | undefined;
  /** The provider's requests for it. A caption may be a separate message. */
  sends: Awaited<ReturnType<CaseContext['sends']>>;
  quoted: string;
}

/** Sends each kind to a customer, one after another. A target may refuse a field that a channel lacks. */
async function sendEach(t: CaseContext, channel: Channel): Promise<SentKind[]> {
  const to = await t.customer(channel);
  const sent: SentKind[] = [];
  let known = 0;
  for (const kind of kindsOn(channel)) {
    const { type, file, more } = kind;
    const url = file && t.file(file, FILES[file]);
    const quoted = await t.writes(to, channel, { text: `About the ${type}` });
    const message = { channel, to, type, ...(url && { media: { url } }), ...more };
    // Whether web chat can quote is not observable at a provider.
    const answer = await t.send(WITH_PROVIDER.includes(channel) ? { ...message, reply_to: quoted } : message);
    if (channel !== 'whatsapp' && isRefusal(answer)) {
      continue;
    }
    answer.succeeds();
    const all = await t.sends();
    sent.push({ ...kind, url, quoted, sends: all.slice(known) });
    known = all.length;
  }
  return sent;
}

for (const channel of CHANNELS) {
  const canQuote = WITH_PROVIDER.includes(channel);
  clause(['2.3/kinds-whole', ...(canQuote ? ['2.3/reply-to'] : [])], `each kind on ${channel}`, async (t) => {
    const sent = await sendEach(t, channel);
    expectThat(
      sent.some(({ type }) => type === 'image'),
      `${channel} accepts media`,
      sent.map(({ type }) => type),
    );
    for (const { type, url, shown, sends, quoted } of sent) {
      const [first] = sends;
      expectThat(first !== undefined, `the ${type} reaches the provider`, sends.length);
      // Other channels may have no kind of message for documents and choices.
      if (channel === 'whatsapp' || ['image', 'video', 'audio'].includes(type)) {
        equal(first?.type, type, `the type of the ${type}`);
      }
      if (url !== undefined) {
        carriesFile(t, first?.payload, url);
      }
      const found = sends.flatMap(({ payload }) => [...words(payload)]);
      const wanted = [...shown, ...(canQuote ? [quoted] : [])];
      equal(
        wanted.filter((value) => !found.some((one) => one.includes(value))),
        [],
        `what of the ${type} does not reach the provider`,
      );
    }
  });
}

clause('2.3/media-each-kind', async (t) => {
  const key = await t.testKey();
  const refusals: string[] = [];
  for (const channel of CHANNELS) {
    const to = await t.customer(channel);
    for (const { type, file } of MEDIA) {
      const media = { url: t.file(file as keyof typeof FILES, FILES[file as keyof typeof FILES]) };
      const answer = await t.send({ channel, to, type, media }, { key });
      refusals.push(...(answer.status === 202 ? [] : [`${type} on ${channel}: ${field(answer.body, 'code')}`]));
    }
  }
  equal(refusals, [], 'the kinds of media that are refused');
});
