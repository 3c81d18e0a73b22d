import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  BODY_MAX_KIBIBYTES,
  controlDocument,
  document,
  operationsOf,
  resolved,
  type Schema,
  targetOf,
  WEB_BODY_MAX_KIBIBYTES,
} from '@wigwag/openapi';
import { Pool } from 'undici';
import { type Benchmark, figure } from '../figure.ts';
import { type WorstBody, worstBodies } from '../support/worst-bodies.ts';

/** The maximum block in addition to JSON.parse, in milliseconds. */
const REACH_MS = 50;
/** Longer blocks are measured again. Noise only adds time, so the shortest measurement counts. */
const SUSPECT_MS = 15;
const REPEATS = 4;
/** The bytes left for the JSON around the filled position. */
const MARGIN_BYTES = 64;
/** A quick run sends one in this many bodies. */
const QUICK_SHARE = 25;

/** An operation with a request body. */
interface Surface {
  name: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  bodies: Iterable<WorstBody>;
  sign?: (text: string) => Record<string, string>;
  /** Called after each response, before the block is read, to run work that the request queued. */
  settle?: () => Promise<unknown>;
}

interface DevOutput {
  base_url: string;
  live_key: string;
  test_key: string;
  control_url: string;
  account_id: string;
  webchat_url: string;
  callback_url: string;
  business: {
    app_secret: string;
    whatsapp: { phone_number_id: string; waba_id: string };
    messenger: { page_id: string };
    instagram: { account_id: string };
  };
}

/** Returns the operations of a document with JSON bodies, with their worst bodies. */
function worstOf(root: object, bytes: number) {
  return operationsOf(root).flatMap(({ method, path, node }) => {
    const json = node.requestBody?.content['application/json'];
    if (!json) {
      return [];
    }
    const examples = Object.values(json.examples ?? {}).map((one) => resolved(root, one).value);
    // The schemas include an example for each branch that they refer to.
    const schema = { allOf: [json.schema], examples };
    const resolve = (reference: string) => targetOf(root, reference);
    return [{ method: method.toUpperCase(), path, bodies: () => worstBodies(schema, resolve, bytes) }];
  });
}

const FULL = BODY_MAX_KIBIBYTES * 1024 - MARGIN_BYTES;

/** The lists, objects and strings in Meta's callbacks, for each product. */
function callbackBodies({ business }: DevOutput, bytes: number): WorstBody[] {
  const metadata = { display_phone_number: '15550783881', phone_number_id: business.whatsapp.phone_number_id };
  const text = { from: '905551112233', id: 'wamid.A', timestamp: '1760000000', type: 'text', text: { body: 'Hi' } };
  const status = { id: 'wamid.A', status: 'read', timestamp: '1760000000', recipient_id: '905551112233' };
  const whatsapp = (value: object) => ({
    object: 'whatsapp_business_account',
    entry: [{ id: business.whatsapp.waba_id, changes: [{ field: 'messages', value: { metadata, ...value } }] }],
  });
  const page = (object: string, id: string) => ({
    object,
    entry: [
      {
        id,
        time: 1760000000000,
        messaging: [
          { sender: { id: '24' }, recipient: { id }, timestamp: 1760000000000, message: { mid: 'm_1', text: 'Hi' } },
        ],
      },
    ],
  });
  const examples: Record<string, unknown> = {
    'whatsapp messages': whatsapp({
      messaging_product: 'whatsapp',
      contacts: [{ wa_id: '905551112233', profile: { name: 'Ada' } }],
      messages: [text],
    }),
    'whatsapp statuses': whatsapp({ messaging_product: 'whatsapp', statuses: [status] }),
    page: page('page', business.messenger.page_id),
    instagram: page('instagram', business.instagram.account_id),
  };
  return Object.entries(examples).flatMap(([name, example]) =>
    [...worstBodies({ ...schemaOf(example), examples: [example] }, () => ({}), bytes)].map((body) => ({
      ...body,
      what: `${name}: ${body.what}`,
    })),
  );
}

/** Returns a schema with the structure of an example. */
function schemaOf(example: unknown): Schema {
  if (Array.isArray(example)) {
    return { type: 'array', items: schemaOf(example[0]) };
  }
  if (example !== null && typeof example === 'object') {
    const properties = Object.fromEntries(Object.entries(example).map(([name, value]) => [name, schemaOf(value)]));
    return { type: 'object', properties };
  }
  return { type: typeof example };
}

const WEBCHAT_MESSAGE = { id: 'draft-0001', text: 'Hi' };
const WEBCHAT_RECEIPT = { delivered: ['msg_1'], read: ['msg_1'] };

async function* surfacesOf(info: DevOutput): AsyncGenerator<Surface> {
  const json = { 'content-type': 'application/json' };
  const control = async (path: string, body: object) => {
    const answer = await fetch(info.control_url + path, { method: 'POST', headers: json, body: JSON.stringify(body) });
    return (await answer.json()) as Record<string, string>;
  };
  const account_id = info.account_id;
  await control('/inbound', {
    account_id,
    channel: 'whatsapp',
    from: { id: '905551112233', name: 'Ada' },
    type: 'text',
    text: 'Hi',
  });
  const { key } = await control('/keys', { account_id, mode: 'live', requests_per_minute: 1_000_000_000 });
  for (const { method, path, bodies } of worstOf(document, FULL)) {
    yield {
      name: `${method} ${path}`,
      method,
      url: info.base_url + path.replace('{phone}', '905551112233').replace('{id}', '1'),
      headers: { ...json, authorization: `Bearer ${key}` },
      bodies: bodies(),
    };
  }
  yield {
    name: 'callback',
    method: 'POST',
    url: info.callback_url,
    headers: json,
    bodies: callbackBodies(info, FULL),
    sign: (text) => ({
      'x-hub-signature-256': `sha256=${createHmac('sha256', info.business.app_secret).update(text).digest('hex')}`,
    }),
    settle: () => control('/settle', {}),
  };
  const origin = new URL(info.webchat_url).origin;
  const visitor = (await (
    await fetch(`${info.webchat_url}/visitors`, { method: 'POST', headers: { ...json, origin }, body: '{}' })
  ).json()) as { token: string };
  const web = WEB_BODY_MAX_KIBIBYTES * 1024 - MARGIN_BYTES;
  for (const [path, example] of Object.entries({ messages: WEBCHAT_MESSAGE, receipts: WEBCHAT_RECEIPT })) {
    yield {
      name: `web chat ${path}`,
      method: 'POST',
      url: `${info.webchat_url}/${path}`,
      headers: { ...json, origin, authorization: `Bearer ${visitor.token}` },
      bodies: worstBodies({ ...schemaOf(example), examples: [example] }, () => ({}), web),
      // Visitors have a rate limit per minute.
      settle: () => control('/clock/advance', { seconds: 30 }),
    };
  }
  for (const { method, path, bodies } of worstOf(controlDocument, FULL)) {
    // These calls wait for the clock or for work, and have no large body.
    if (path === '/reset' || path === '/settle') {
      continue;
    }
    yield { name: `control ${method} ${path}`, method, url: info.control_url + path, headers: json, bodies: bodies() };
  }
}

interface Stall {
  name: string;
  what: string;
  status: number;
  ms: number;
}

/**
 * The longest time that one body of up to 256 KB blocks the event loop, minus the time of JSON.parse. The bodies are
 * generated for every list, object and string of the documents, for the API, the callbacks, the web chat and the
 * control port.
 */
export const stall: Benchmark = async ({ quick, progress }) => {
  const program = fileURLToPath(new URL('support/programs/stall-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=wigwag-source', program], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const ask = async (text: string): Promise<number> => {
    child.send(text);
    const [milliseconds] = await once(child, 'message');
    return milliseconds as number;
  };
  const pools = new Map<string, Pool>();
  const send = async ({ method, url, headers, sign }: Surface, body: string): Promise<number> => {
    const { origin, pathname } = new URL(url);
    const pool = pools.get(origin) ?? new Pool(origin, { connections: 1, headersTimeout: 0, bodyTimeout: 0 });
    pools.set(origin, pool);
    const answer = await pool.request({
      method: method as 'POST',
      path: pathname,
      headers: { ...headers, ...sign?.(body) },
      body,
    });
    await answer.body.dump();
    return answer.statusCode;
  };
  try {
    const [line] = (await Promise.race([
      once(child.stdout as Readable, 'data'),
      exited.then(([code]) => {
        throw new Error(`stall-process.ts ended with ${code}`);
      }),
    ])) as [Buffer];
    const worst: Stall[] = [];
    let sent = 0;
    for await (const surface of surfacesOf(JSON.parse(String(line)))) {
      let longest: Stall = { name: surface.name, what: '', status: 0, ms: 0 };
      let index = 0;
      for (const { what, text } of surface.bodies) {
        index += 1;
        if (quick && index % QUICK_SHARE !== 0) {
          continue;
        }
        let ms = Number.POSITIVE_INFINITY;
        let status = 0;
        for (let round = 0; round < REPEATS && ms > SUSPECT_MS; round += 1) {
          await ask('');
          status = await send(surface, text);
          await surface.settle?.();
          const blocked = await ask('');
          ms = Math.min(ms, Math.max(0, blocked - (blocked > SUSPECT_MS ? await ask(text) : 0)));
        }
        sent += 1;
        if (ms > longest.ms) {
          longest = { name: surface.name, what, status, ms };
        }
      }
      progress(`  ${longest.name}: ${longest.ms.toFixed(1)} ms, answered ${longest.status}, for ${longest.what}`);
      worst.push(longest);
    }
    const [first] = worst.toSorted((left, right) => right.ms - left.ms);
    progress(`  ${sent} bodies`);
    return [figure('stall', first?.ms ?? Number.NaN, 'ms', REACH_MS, 'down')];
  } finally {
    child.kill('SIGTERM');
    await exited;
    await Promise.all([...pools.values()].map((pool) => pool.close()));
  }
};
