import type { Example } from '@wigwag/dashboard/mock-types';
import type { Inbound } from '../callbacks/inbound.ts';
import { requireInbound } from '../callbacks/inbound-rules.ts';
import type { FaultRule } from '../faults/fault-rule.ts';
import { isObject } from '../graph/parameters.ts';
import type { Route } from '../graph/route.ts';
import type { MockProvider } from '../mock-provider.ts';
import type { Json } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { BODY_FIELDS, type BodyFields } from './control-fields.ts';
import { labCallbacks, labFile, labSends, labState, repeatCallback } from './lab.ts';
import { labMessages, labPeople } from './lab-chats.ts';
import { pageFile } from './lab-page.ts';
import { validateFields } from './meaning.ts';
import { tagged } from './tagged.ts';

type ControlHandler = (mock: MockProvider, body: Json, query: URLSearchParams, world: World) => unknown;

/** The TypeScript API over HTTP: one path per call, with JSON bodies. */
const CALLS: Record<string, ControlHandler> = {
  'GET credentials': (mock) => mock.credentials,
  'GET state': (mock) => mock.state(),
  'GET clock': (mock) => ({ now: mock.now() }),
  'POST clock/advance': async (mock, { seconds }) => {
    if (typeof seconds !== 'number' || !(seconds >= 0)) {
      throw new Error('seconds must be a number of at least 0');
    }
    await mock.advance(seconds);
    return { now: mock.now() };
  },
  'GET idle': (mock) => ({ idle: mock.idle() }),
  'POST settle': async (mock) => {
    await mock.whenIdle();
    return { idle: true };
  },
  'POST reset': (mock) => {
    mock.reset();
    return mock.credentials;
  },
  'POST businesses': (mock, body) => mock.addBusiness(body),
  'POST numbers': (mock, { business, ...options }) => mock.addNumber(business as never, options),
  'POST pages': (mock, { business, ...options }) => mock.addPage(business as never, options),
  'POST instagram-accounts': (mock, { business, ...options }) => mock.addInstagramAccount(business as never, options),
  'PUT callback-url': (mock, { url }) => {
    mock.setCallbackUrl(typeof url === 'string' ? url : undefined);
    return { url: url ?? null };
  },
  'POST verify': (mock) => mock.verifyCallback(),
  'POST receive': (mock, body) => {
    const inbound = inboundOf(body);
    requireInbound('The body', inbound);
    return mock.receive(inbound);
  },
  'POST report': async (mock, body) => {
    const { status_code = null, error } =
      (await mock.report(body as unknown as Parameters<MockProvider['report']>[0])) ?? {};
    return { status_code, ...(error === undefined ? {} : { error }) };
  },
  'GET examples': (mock) => ({ examples: mock.examples() satisfies Example[] }),
  'POST windows': (mock, { business_id, user, at }) => {
    mock.openWindow(String(business_id), String(user), typeof at === 'number' ? at : undefined);
    return { open: true };
  },
  'POST contacts': (mock, body) => {
    mock.setContact(body as unknown as Parameters<MockProvider['setContact']>[0]);
    return body;
  },
  'GET contacts': (mock, _, query) => ({
    contacts: mock.contacts(query.get('business_id') ?? mock.credentials.whatsapp.phone_number_id),
  }),
  'GET faults': (mock) => ({ faults: mock.faults.list() }),
  'POST faults': (mock, body) => {
    mock.faults.next(body as unknown as FaultRule);
    return { faults: mock.faults.list() };
  },
  'DELETE faults': (mock) => {
    mock.faults.clear();
    return { faults: [] };
  },
  'POST fault-plan': (mock, body) => {
    const ends = Object.keys(body).length === 0;
    if (!ends && body.seed === undefined) {
      throw new Error("The body's seed must be text or a number");
    }
    mock.faults.plan(ends ? null : (body as unknown as Parameters<MockProvider['faults']['plan']>[0]));
    return body;
  },
  'GET chats': (mock) => ({ chats: mock.chats() }),
  'GET lab': (mock, _, _query, world) => labState(mock, world),
  'GET lab/people': (_, _body, query, world) => labPeople(world, query),
  'GET lab/messages': (_, _body, query, world) => labMessages(world, query),
  'GET lab/sends': (_, _body, query, world) => labSends(world, query),
  'GET lab/callbacks': (mock, _body, query, world) => labCallbacks(mock, world, query),
  'GET lab/file': (_, _body, query, world) => labFile(world, query),
  'POST callbacks/repeat': (_, { id }, _query, world) => repeatCallback(world, Number(id)),
  'GET sends': (mock, _, query) => ({ sends: mock.sends(filterOf(query)) }),
  'GET reads': (mock, _, query) => ({ reads: mock.reads(filterOf(query)) }),
  'GET signals': (mock, _, query) => ({ signals: mock.signals(filterOf(query)) }),
  'GET callbacks': (mock, _, query) => ({ callbacks: mock.callbacks(filterOf(query)) }),
  'GET callbacks/unhandled': (mock) => ({ callbacks: mock.unhandledCallbacks() }),
  'POST callbacks': (mock, body) => mock.postCallback(body as unknown as Parameters<MockProvider['postCallback']>[0]),
  'GET templates': (mock, _, query) => ({
    templates: mock.templates(query.get('waba_id') ?? mock.credentials.whatsapp.waba_id),
  }),
  'POST templates': (mock, { waba_id, ...template }) => {
    const { id, status } = mock.setTemplate(
      typeof waba_id === 'string' ? waba_id : mock.credentials.whatsapp.waba_id,
      template,
    );
    return { id, status };
  },
  'POST calls': (mock, body) => mock.call(body as unknown as Parameters<MockProvider['call']>[0]),
  'POST flow-exchange': (mock, body) =>
    mock.exchangeFlowData(body as unknown as Parameters<MockProvider['exchangeFlowData']>[0]),
  'PUT limits': (mock, body) => mock.setLimits(body),
  'PUT options': (mock, body) => mock.setOptions(body),
  'POST expire-token': (mock, { access_token, subcode }) => {
    mock.expireToken(String(access_token), typeof subcode === 'number' ? subcode : undefined);
    return { expired: true };
  },
};

function filterOf(query: URLSearchParams): { business_id?: string } {
  const business_id = query.get('business_id');
  return business_id === null ? {} : { business_id };
}

/** Media bytes are sent as base64. */
function inboundOf(body: Json): Inbound {
  const media = isObject(body.media) ? body.media : undefined;
  const bytes =
    typeof media?.bytes === 'string' ? { media: { ...media, bytes: Buffer.from(media.bytes, 'base64') } } : {};
  return { ...body, ...bytes } as unknown as Inbound;
}

const PREFIX = '/_mock/';

/** Returns the route of the calls under `/_mock/`, by which tests and people control the mock. */
export function controlRoute(world: World, mock: () => MockProvider): Route {
  return {
    matches: ({ url }) => url.pathname.startsWith(PREFIX),
    async run({ method, url, replyTracker, bytes, header }) {
      // A request for the idle state does not count as work.
      replyTracker?.job.pause();
      const path = url.pathname.slice(PREFIX.length);
      const file = method === 'GET' ? pageFile(path, header) : undefined;
      if (file) {
        return file;
      }
      const name = `${method} ${path}`;
      const call = CALLS[name];
      if (!call) {
        return Response.json(
          { error: `Unknown control route: ${method} ${url.pathname}`, routes: Object.keys(CALLS) },
          { status: 404 },
        );
      }
      try {
        const source = new TextDecoder().decode(await bytes());
        const body: unknown = source === '' ? {} : JSON.parse(source);
        if (!isObject(body)) {
          throw new Error('The body must be a JSON object');
        }
        const expected = (BODY_FIELDS as Record<string, BodyFields>)[name];
        if (expected) {
          validateFields('The body', body, expected);
        }
        const answer = (await call(mock(), body, url.searchParams, world)) ?? {};
        return answer instanceof Response ? answer : method === 'GET' ? tagged(answer, header) : Response.json(answer);
      } catch (error) {
        return Response.json({ error: error instanceof Error ? error.message : String(error) }, { status: 400 });
      }
    },
  };
}
