import type { Channel } from '@wigwag/openapi';
import type { ApiResponse } from '../../answer.ts';
import type { ApiCallOptions } from '../../api.ts';
import type { CaseContext } from '../../context.ts';
import { reading } from '../../declare-case.ts';
import { FILES } from './files.ts';
import type { TryValues } from './generated.ts';
import { ample, leaves, onlySend, refusesField } from './support.ts';

/**
 * Returns a recipient for a send with a test key. On instagram and messenger, an ID may be valid only if it comes from
 * an event (§1).
 */
async function recipient(t: CaseContext, channel: Channel): Promise<string> {
  const isFromEvent = channel === 'instagram' || channel === 'messenger';
  return isFromEvent && t.session.control ? t.customer(channel) : t.person(channel);
}

/** Sends with a test key, which runs every validation (§5.7) but sends nothing. Refusals need no window. */
export async function tried(t: CaseContext, request: Record<string, unknown>) {
  const to = await recipient(t, (request.channel as Channel) ?? 'whatsapp');
  return t.send({ to, ...request }, { key: await t.testKey() });
}

export function refused(slug: string, request: Record<string, unknown>, more: string[] = []): void {
  reading([`2.3/${slug}`, ...more], JSON.stringify(request).slice(0, 160), async (t) => {
    refusesField(await tried(t, request));
  });
}

/** Sends to a customer and returns the request that the provider accepted. */
export async function delivered(t: CaseContext, request: Record<string, unknown>) {
  const channel = (request.channel as Channel) ?? 'whatsapp';
  const to = await t.customer(channel);
  (await t.send({ to, ...request })).succeeds();
  return onlySend(t);
}

/** Returns an interactive message with buttons. */
export const buttons = (count: number) => ({
  kind: 'button',
  text: 'Which one?',
  buttons: Array.from({ length: count }, (_, i) => ({ id: `choice-${i + 1}`, title: `Choice ${i + 1}` })),
});

/** Returns an interactive message with a list. */
const LIST = {
  kind: 'list',
  text: 'Which one?',
  button: 'Choose',
  sections: [{ title: 'All', rows: [{ id: 'choice-1', title: 'Choice 1' }] }],
};

const PAGES = ['instagram', 'messenger'] as const;

/** The kinds of free-form messages other than text, with the channels that accept them (§1). */
export const OTHER_KINDS: [
  kind: string,
  channels: readonly Channel[],
  content: (t: CaseContext) => Record<string, unknown>,
][] = [
  ['image', ['whatsapp', ...PAGES, 'web'], (t) => ({ type: 'image', media: { url: t.file('a.jpg', FILES['a.jpg']) } })],
  ['video', ['whatsapp'], (t) => ({ type: 'video', media: { url: t.file('a.mp4', FILES['a.mp4']) } })],
  ['audio', ['whatsapp'], (t) => ({ type: 'audio', media: { url: t.file('a.ogg', FILES['a.ogg']) } })],
  ['document', ['whatsapp'], (t) => ({ type: 'document', media: { url: t.file('a.pdf', FILES['a.pdf']) } })],
  [
    'location',
    ['whatsapp'],
    () => ({ type: 'location', latitude: 41, longitude: 29, name: 'Our shop', address: 'Galata 1' }),
  ],
  ['buttons', ['whatsapp', ...PAGES], () => ({ type: 'interactive', interactive: buttons(2) })],
  ['list', ['whatsapp'], () => ({ type: 'interactive', interactive: LIST })],
];

/** Returns an attempt that sends each value in a field to a customer, and looks for it in the provider's requests. */
export function reaches(
  t: CaseContext,
  what: string,
  send: (value: string, options: ApiCallOptions) => Promise<ApiResponse>,
): TryValues<string> {
  return async (values) => {
    const options = await ample(t);
    const before = (await t.sends()).length;
    const answers = new Map<string, ApiResponse>();
    for (const value of values) {
      answers.set(value, await send(value, options));
    }
    const sent = (await t.sends()).slice(before);
    const found = new Set(sent.flatMap(({ payload }) => [...leaves(payload)].map(String)));
    return values.map((value) => {
      const exchange = answers.get(value) as ApiResponse;
      return exchange.status !== 202
        ? { what: `${what} is refused`, expected: 202, got: exchange.status, exchange }
        : found.has(value)
          ? undefined
          : {
              what: `${what} does not reach the provider unchanged`,
              expected: value,
              got: closest(value, found),
              exchange,
            };
    });
  };
}

/** Returns the text of a provider request that shares most characters with a value. */
function closest(value: string, found: ReadonlySet<string>): string | undefined {
  const common = (one: string) => [...one].filter((letter) => value.includes(letter)).length / (one.length + 1);
  return [...found].sort((one, other) => common(other) - common(one))[0];
}
