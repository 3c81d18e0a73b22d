import type { Request, Server } from '@hapi/hapi';
import { CHANNELS, type Channel, EVENTS, TAIL_HEARTBEAT_SECONDS, TAILS_PER_KEY } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import type { RateState } from '../../app/rate-limit.ts';
import type { Caller } from '../../domain/account/caller.ts';
import { ApiError, invalidField } from '../../domain/api-error.ts';
import type { EventName } from '../../store/webhooks/deliveries.ts';
import type { EventFilter } from '../../store/webhooks/events.ts';
import { callerOf, requireStillAllowed } from '../plugins/api-key.ts';
import { refuseOtherMethods } from '../routes.ts';
import { openTail } from './tail.ts';

const PATH = '/developers/events';
const METHODS = ['GET'];
/** The ID of an event, or 0 for the time before the first event. */
const EVENT_ID = /^(0|whd_\w{1,64})$/;

/** Where the event stream is, and which requests it accepts. */
interface EventTailMount {
  path: string;
  /** The name of the auth strategy. */
  auth: string;
  /** @throws {ApiError} if the caller may not receive events */
  requireCaller(caller: Caller): void;
  /** Returns the caller if a new request would still be admitted. @throws {ApiError} otherwise */
  requireStillAllowed(app: App, request: Request): Promise<Caller>;
}

/**
 * Adds `GET /developers/events`, which streams the account's events as server-sent events (event-tail in
 * openapi/decisions.md).
 */
export function addEventTail(server: Server, app: App): void {
  addEventTailAt(server, app, {
    path: PATH,
    auth: 'api-key',
    requireCaller: requireWebhookModule,
    requireStillAllowed,
  });
  server.ext('onPreStop', () => server.app.tails.endAll());
}

/** Adds the event stream at a path. */
export function addEventTailAt(
  server: Server,
  app: App,
  { path, auth, requireCaller, requireStillAllowed }: EventTailMount,
): void {
  server.route({
    method: 'GET',
    path,
    options: {
      auth,
      app: { keyed: { scopes: ['messages:read', 'conversations:read'], methods: METHODS } },
    },
    handler: async (request, h) => {
      const caller = callerOf(request as Request);
      requireCaller(caller);
      const tail = await openTail(app, {
        accountId: caller.account.id,
        filter: filterOf(request.query as Record<string, unknown>),
        lastEventId: lastEventIdOf(request),
        requireAllowed: async () => requireCaller(await requireStillAllowed(app, request as Request)),
        cut: () => request.raw.req.socket.destroy(),
      });
      if (!server.app.tails.add(caller.key.id, tail)) {
        tail.stream.destroy();
        throw tooManyTails(request.app.rate);
      }
      return h
        .response(tail.stream)
        .type('text/event-stream')
        .header('connection', 'close')
        .header('x-accel-buffering', 'no');
    },
  });
  refuseOtherMethods(server, path, () => METHODS);
}

/** @throws {ApiError} WEBHOOK_MODULE_DISABLED, because the module covers all ways of receiving events */
function requireWebhookModule({ account }: Caller): void {
  if (!account.modules.webhook) {
    throw new ApiError('WEBHOOK_MODULE_DISABLED', {});
  }
}

const tooManyTails = (rate: RateState | undefined): ApiError =>
  new ApiError(
    'RATE_LIMITED',
    { limit: rate?.limit ?? 0, burst: rate?.burst ?? 0 },
    {
      message: `This key has ${TAILS_PER_KEY} open event streams and cannot open another.`,
      reason: 'The number of open event streams per key is limited.',
      fix: 'Close one, or share one among several readers. A stream that was just disconnected may count for a few more seconds.',
      headers: { 'Retry-After': String(TAIL_HEARTBEAT_SECONDS) },
    },
  );

/** @throws {ApiError} VALIDATION_FAILED, or CHANNEL_UNSUPPORTED for an unknown channel */
function filterOf(query: Record<string, unknown>): EventFilter {
  for (const [name, value] of Object.entries(query)) {
    if (name !== 'events' && name !== 'channel') {
      throw invalidField(name, 'is not recognized; the tail takes events and channel');
    }
    if (typeof value !== 'string') {
      throw invalidField(name, 'is given more than once');
    }
  }
  const { events, channel } = query as { events?: string; channel?: string };
  const names = events?.split(',');
  if (names?.some((name) => !EVENTS.includes(name as EventName))) {
    throw invalidField('events', `must be one or more of ${EVENTS.join(', ')}, separated by commas`);
  }
  if (channel !== undefined && !CHANNELS.includes(channel as Channel)) {
    throw new ApiError('CHANNEL_UNSUPPORTED', { channel }, { param: 'channel' });
  }
  return { ...(names && { events: names as EventName[] }), ...(channel !== undefined && { channel }) };
}

/** @throws {ApiError} VALIDATION_FAILED */
function lastEventIdOf(request: Request): string | undefined {
  const given = request.headers['last-event-id'] as string | undefined;
  // A browser that has no ID omits the header; other clients send it empty.
  if (given === undefined || given === '') {
    return undefined;
  }
  if (!EVENT_ID.test(given)) {
    throw invalidField('Last-Event-ID', 'must be the ID of an event, whd_..., or 0 for all stored events');
  }
  return given;
}
