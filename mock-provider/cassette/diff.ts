import { getResponse } from 'msw';
import type { MockProvider } from '../mock-provider.ts';
import { createManualClock } from '../world/clock.ts';
import type { Json } from '../world/state.ts';
import { Bindings } from './bindings.ts';
import { type Cassette, fieldsOf, type RecordedExchange } from './cassette.ts';
import { type CassetteComparison, compare, type Difference, type FoundDifference } from './compare.ts';
import { eventsOf, nameOf, type RecordedEvent } from './events.ts';
import { parseBody } from './parse-body.ts';
import { requestOf } from './play-message.ts';
import { RecordedState } from './recorded-state.ts';
import { seededMock } from './seed-mock.ts';

/** The headers that clients read, or that Meta's OpenAPI document names. */
const COMPARED_HEADERS = [
  ...['content-type', 'www-authenticate', 'facebook-api-version', 'retry-after', 'cache-control', 'pragma', 'expires'],
  ...['access-control-allow-origin', 'x-business-use-case-usage'],
];
/** Fields whose values depend on the request alone, not on Meta's data. */
const COMPARED_VALUES = ['messaging_product', 'type', 'object', 'field', 'success'];
/** Whether a list has more pages depends on Meta's data. */
const OF_STATE = /(^|\.)paging\.(next|previous)$/;
const APP = 'https://app.example/callbacks';

/**
 * Sends the requests and the customers' messages of a cassette to a new mock, at the recorded times. Returns where the
 * mock's responses and callbacks differ in shape, code, header or order.
 */
export async function diffAgainstMock(cassette: Cassette): Promise<Difference[]> {
  const began = Date.parse(cassette.recorded_at);
  const clock = createManualClock(began);
  const bindings = new Bindings();
  const sent: RecordedEvent[] = [];
  const mock = seededMock(cassette, bindings, {
    clock,
    callbackUrl: APP,
    deliver: async (_, { body = '{}' }) => {
      sent.push(...eventsOf(JSON.parse(body)));
      return { status: 200, text: '' };
    },
  });
  const state = new RecordedState(mock, cassette, bindings);
  await state.seed();
  const how = (side: CassetteComparison['side']): CassetteComparison => ({
    side,
    now: began,
    bindings,
    comparesValue: (name) => COMPARED_VALUES.includes(name),
    isStrict: false,
  });
  const differences: Difference[] = [];
  const report = (exchange: RecordedExchange, found: FoundDifference[]) => {
    for (const one of found) {
      differences.push({ exchange: nameOf(exchange), ...one });
    }
  };
  for (const exchange of cassette.exchanges) {
    const ms = began + exchange.at - clock.now();
    if (ms > 0) {
      await mock.advance(ms / 1000);
    }
    if (exchange.kind === 'callback') {
      await state.play(exchange);
      bindPlayed(exchange, sent, how('callback'));
    } else {
      state.prepare(exchange);
      report(exchange, await repeatRequest(mock, exchange, bindings, how('response')));
    }
    await mock.whenIdle();
  }
  await mock.advance(1);
  compareCallbacks(cassette, sent, bindings, how('callback'), report);
  return withoutRepeats(differences);
}

/** Sends a request of a cassette to the mock, and compares the responses. */
async function repeatRequest(
  mock: MockProvider,
  exchange: RecordedExchange,
  bindings: Bindings,
  how: CassetteComparison,
): Promise<FoundDifference[]> {
  const response = await getResponse(mock.handlers, requestOf(exchange, bindings));
  const recorded = exchange.response;
  if (!recorded || !response) {
    return [];
  }
  const body = await parseBody(
    new Uint8Array(await response.arrayBuffer()),
    response.headers.get('content-type') ?? '',
  );
  if (recorded.status !== response.status) {
    return [code('status', recorded.status, response.status), ...codesOf(recorded.body, body)];
  }
  const headers = COMPARED_HEADERS.flatMap((name): FoundDifference[] => {
    const [before, now] = [recorded.headers[name], response.headers.get(name) ?? undefined];
    return (before === undefined) === (now === undefined)
      ? []
      : [{ what: 'header', at: name, recorded: before ?? 'nothing', found: now ?? 'nothing' }];
  });
  const codes = codesOf(recorded.body, body);
  const shapes = compare(fieldsOf(recorded.body), fieldsOf(body), how, 'body');
  // Report a missing code only as a difference in code, not also as a difference in shape.
  return [
    ...headers,
    ...codes,
    ...shapes.filter(({ at }) => !OF_STATE.test(at) && !codes.some((one) => one.at === at)),
  ];
}

const code = (at: string, recorded: unknown, found: unknown): FoundDifference => ({
  what: 'code',
  at,
  recorded: String(recorded ?? 'none'),
  found: String(found ?? 'none'),
});

function codesOf(
  recorded: RecordedExchange['request']['body'],
  actual: RecordedExchange['request']['body'],
): FoundDifference[] {
  const [before, now] = [recorded, actual].map((body) => (fieldsOf(body).error ?? {}) as Json);
  return ['code', 'error_subcode']
    .filter((name) => before?.[name] !== now?.[name])
    .map((name) => code(`body.error.${name}`, before?.[name], now?.[name]));
}

/** Binds the IDs of a callback that was played to those of the mock, because the app's next requests have them. */
function bindPlayed({ request }: RecordedExchange, sent: RecordedEvent[], how: CassetteComparison): void {
  for (const { kind, about, value } of eventsOf(fieldsOf(request.body))) {
    const played = sent.findLast((one) => one.kind === kind && one.about === how.bindings.actual(about));
    if (played) {
      compare(value, played.value, how, '');
    }
  }
}

/** Compares the events of each message and template: their order, and the shape of each. */
function compareCallbacks(
  { exchanges }: Cassette,
  sent: RecordedEvent[],
  bindings: Bindings,
  how: CassetteComparison,
  report: (exchange: RecordedExchange, found: FoundDifference[]) => void,
): void {
  /** By message or template: the index, among the mock's events, of the last event that was found. */
  const reached = new Map<string, number>();
  for (const exchange of exchanges.filter(({ kind }) => kind === 'callback')) {
    for (const event of eventsOf(fieldsOf(exchange.request.body))) {
      const about = bindings.actual(event.about);
      const ofSame = sent.filter((one) => about !== '' && one.about === about);
      // The mock knows only messages whose request or callback is in the cassette.
      if (ofSame.length === 0) {
        continue;
      }
      const last = reached.get(about) ?? -1;
      const later = ofSame.findIndex(({ kind }, index) => index > last && kind === event.kind);
      // Meta may send an event twice.
      const index = later < 0 && ofSame[last]?.kind === event.kind ? last : later;
      const found = ofSame.map(({ kind }) => kind).join(', ');
      if (index < 0) {
        report(exchange, [{ what: 'order', at: '', recorded: `${event.kind}, at this point`, found }]);
      } else {
        reached.set(about, index);
        report(exchange, compare(event.value, ofSame[index]?.value, how, ''));
      }
    }
  }
}

/** Reports a header, or a field of a list, only once if it differs everywhere. */
function withoutRepeats(differences: Difference[]): Difference[] {
  const seen = new Set<string>();
  return differences.filter(({ exchange, what, at, recorded, found }) => {
    const place = what === 'header' ? '' : exchange;
    const key = JSON.stringify([place, what, at.replace(/\[\d+\]/g, '[]'), recorded, found]);
    return !seen.has(key) && seen.add(key);
  });
}
