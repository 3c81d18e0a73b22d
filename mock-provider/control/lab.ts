import type { Callback, Lab, Send, Slice } from '@wigwag/dashboard/mock-types';
import { escapedJson, signatureHeaders } from '../callbacks/signature.ts';
import { APPLIES_TO, CALLBACK_OUTCOMES, REQUEST_OUTCOMES } from '../faults/fault-rule.ts';
import type { MockProvider } from '../mock-provider.ts';
import type { World } from '../world/world.ts';
import { newestOf } from './slice.ts';

/** Returns what the page at `/` always shows. Its lists are separate, in slices. */
export function labState(mock: MockProvider, world: World): Lab {
  const assets = mock.state().businesses.flatMap((business) => business.assets);
  const wabas = [...new Set(assets.flatMap(({ waba_id }) => waba_id ?? []))];
  return {
    now: Date.parse(mock.now()),
    idle: mock.idle(),
    movable: mock.clockIsManual,
    callback_url: world.callbacks.url ?? null,
    credentials: mock.credentials,
    businesses: assets,
    templates: wabas.flatMap((waba_id) =>
      mock
        .templates(waba_id)
        .map(({ name, language, category, status }) => ({ waba_id, name, language, category, status })),
    ),
    faults: mock.faults.list(),
    fault_words: { applies_to: APPLIES_TO, outcomes: [...REQUEST_OUTCOMES, ...CALLBACK_OUTCOMES] },
  };
}

/** Returns a slice of the accepted sends, the newest first. */
export const labSends = (world: World, query: URLSearchParams): Slice<Send> => newestOf(world.state.sends, query);

/** Returns a slice of the callback attempts, the newest first, each with its ID and its signature. */
export function labCallbacks(mock: MockProvider, { callbacks }: World, query: URLSearchParams): Slice<Callback> {
  const { total, offset, rows } = newestOf(callbacks.attempts, query);
  return {
    total,
    offset,
    rows: rows.map((one, place) => ({
      id: callbacks.dropped + total - 1 - offset - place,
      ...one,
      signature: signatureHeaders(mock.credentials.app_secret, escapedJson(one.body))['x-hub-signature-256'],
    })),
  };
}

/** Posts a callback again. @throws if the mock no longer has it */
export async function repeatCallback({ callbacks }: World, id: number) {
  const earlier = callbacks.attempts[id - callbacks.dropped];
  if (earlier === undefined) {
    throw new Error(`No callback with id ${id}`);
  }
  const { status_code, error } = await callbacks.repeat(earlier);
  return { status_code, ...(error === undefined ? {} : { error }) };
}

/** Types that browsers show and that cannot run scripts. */
const SHOWN = /^(image\/(png|jpeg|gif|webp)|audio\/|video\/)/;

/** Returns the bytes of a file in a message. Browsers save other types, because they could run scripts of a customer. */
export function labFile({ state }: World, query: URLSearchParams): Response {
  const media = state.media.get(query.get('id') ?? '');
  if (!media) {
    throw new Error(`No file with id ${query.get('id')}`);
  }
  const isShown = SHOWN.test(media.mime_type);
  return new Response(Buffer.from(media.bytes), {
    headers: {
      'content-type': isShown ? media.mime_type : 'application/octet-stream',
      'content-disposition': isShown ? 'inline' : 'attachment',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  });
}
