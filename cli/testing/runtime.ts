import { Wigwag, WindowError } from '@wigwag/sdk';
import { constructEvent, fetchHandler, generateTestHeader, SignatureError } from '@wigwag/sdk/webhooks';

/** Bundled and run in each runtime that the SDK supports. It uses only the language and fetch. */
export interface RuntimeWorld {
  baseUrl: string;
  apiKey: string;
  /** A person whose window is open. */
  to: string;
  /** Whether requests can be streamed: browsers stream only over HTTP/2. */
  streams: boolean;
}

/** Uses each part of the SDK once, and returns the names of the parts. @throws if a part does not work */
export async function useEverything({ baseUrl, apiKey, to, streams }: RuntimeWorld): Promise<string[]> {
  const wigwag = new Wigwag({ apiKey, baseUrl, timeout: 20_000 });
  const worked: string[] = [];
  const check = (what: string, holds: boolean) => {
    if (!holds) {
      throw new Error(`${what} does not work`);
    }
    worked.push(what);
  };

  const sent = await wigwag.messages.send({ to, text: 'Hello' }).withResponse();
  check('send', sent.data.status === 'queued' && sent.requestId.startsWith('req_'));
  const done = await wigwag.messages.waitUntil(sent.data.id, { until: 'sent', interval: 50 });
  check('wait', done.status !== 'queued');
  const refused = await wigwag.messages.send({ to: '905550000000', text: 'Hello' }).catch((error: unknown) => error);
  check('errors', refused instanceof WindowError && refused.http === 409);
  const names = await wigwag.templates.list({ limit: 2 }).toArray({ limit: 5 });
  check('pages', names.length === 5);

  const png = Uint8Array.from(
    atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
    (character) => character.charCodeAt(0),
  );
  check('upload', (await wigwag.media.upload({ file: new Blob([png]), filename: 'a.png' })).kind === 'image');
  const response = new Response(png, { headers: { 'content-disposition': 'attachment; filename="b.png"' } });
  check('upload of a Response', (await wigwag.media.upload({ file: response })).filename === 'b.png');
  if (streams) {
    const stream = await wigwag.media.upload({ file: new Blob([png]).stream(), filename: 'a.png' });
    check('upload of a stream', stream.kind === 'image');
  }

  let seen: Headers | undefined;
  const fetchAndSee = (request: Request) => {
    seen = request.headers;
    return fetch(request);
  };
  const app = new Wigwag({ apiKey, baseUrl, fetch: fetchAndSee, headers: { 'x-app': 'client', 'x-trace': 'client' } });
  await app.account.me({ headers: { 'x-trace': 'call' } });
  check('headers', seen?.get('x-app') === 'client' && seen.get('x-trace') === 'call');

  const options = { keepalive: false };
  const proxied = new Wigwag({ apiKey, baseUrl, app: 'check/1', fetchOptions: options });
  const raw = await proxied.request<{ id: string }>('GET', '/messages/{id}', { params: { id: sent.data.id } });
  check('request', raw.id === sent.data.id);

  const stop = AbortSignal.timeout(20_000);
  for await (const event of wigwag.events({ lastEventId: '0', signal: stop })) {
    check('events', event.id.startsWith('whd_'));
    break;
  }

  const body = JSON.stringify({ id: 'whd_1', event: 'message.received', data: {} });
  const header = await generateTestHeader(body, 'secret');
  check('webhooks', (await constructEvent(body, header, ['new', 'secret'])).id === 'whd_1');
  const standard = {
    'webhook-id': 'whd_1',
    'webhook-timestamp': '1780000000',
    // printf 'whd_1.1780000000.{}' | openssl dgst -sha256 -mac HMAC -macopt hexkey:000000 -binary | base64
    'webhook-signature': 'v1,U0heHt7LkDfPrJ8KusHsYj39Ibwc94r3JDILKOFt+4Q=',
  };
  check('standard webhooks', Boolean(await constructEvent('{}', standard, 'whsec_AAAA', { now: 1_780_000_000_000 })));
  const wrong = await constructEvent(body, header, 'another').catch((error: unknown) => error);
  check('refusal of webhooks', wrong instanceof SignatureError && wrong.problem === 'wrong_secret');
  const handler = fetchHandler({ secret: 'secret', onEvent: () => {} });
  const delivery = { method: 'POST', body, headers: { 'x-service-signature': header } };
  check('handler', (await handler(new Request('https://app.example/', delivery))).status === 200);
  return worked;
}
