import { escapedJson, signatureHeaders } from '../callbacks/signature.ts';
import type { MockProvider } from '../mock-provider.ts';
import type { Json } from '../world/state.ts';

const SHOWN_CALLBACKS = 50;

/** Returns everything that the script of the page at `/` shows. */
export function labState(mock: MockProvider): Json {
  const assets = mock.state().businesses.flatMap((business) => business.assets);
  const wabas = [...new Set(assets.flatMap(({ waba_id }) => waba_id ?? []))];
  return {
    now: Date.parse(mock.now()),
    movable: mock.clockIsManual,
    businesses: assets.map(({ id, channel, name, handle }) => ({ id, channel, name, handle })),
    chats: mock.chats(),
    templates: wabas.flatMap((waba_id) =>
      mock
        .templates(waba_id)
        .map(({ name, language, category, status }) => ({ waba_id, name, language, category, status })),
    ),
    callbacks: mock
      .callbacks()
      .slice(-SHOWN_CALLBACKS)
      .map((one) => ({ ...one, signature: signatureOf(mock, one.body) })),
    faults: mock.faults.list(),
  };
}

const signatureOf = ({ credentials }: MockProvider, body: Json) =>
  signatureHeaders(credentials.app_secret, escapedJson(body))['x-hub-signature-256'];
