import { adminDocument } from '@wigwag/openapi';
import { isoOf } from '../../base/time.ts';
import type { Delivery, DeliveryAttempt } from '../../store/webhooks/deliveries.ts';
import { requireAccount } from '../accounts.ts';
import { invalidField } from '../admin-error.ts';
import { listDeliveries, replayDelivery, replayPart, retryDelivery, showDelivery } from '../deliveries.ts';
import { isoOrNull, timeOf } from './times.ts';
import type { AdminOutput, OperationHandlers } from './types.ts';

const { default: LIMIT } = adminDocument.components.parameters.delivery_limit.schema;

/** @throws {AdminError} for a text that is not a time, or a period that ends before it begins */
function periodOf({ from: begin, to: end }: { from?: string | undefined; to?: string | undefined }) {
  const from = begin === undefined ? undefined : timeOf('from', begin);
  const until = end === undefined ? undefined : timeOf('to', end);
  if (from !== undefined && until !== undefined && from >= until) {
    throw invalidField('from', `must be before the end of the period; it is "${begin}", and the end is "${end}"`);
  }
  return { from, until };
}

const endpointsOf = (endpoint: number | undefined) => (endpoint === undefined ? {} : { endpointIds: [endpoint] });

const recordOf = (
  { id, event, endpointId, eventId, state, createdAt, isSample, replayOf }: Delivery,
  attempts: readonly DeliveryAttempt[],
): AdminOutput<'listDeliveries'>['deliveries'][number] => ({
  id,
  event,
  endpoint: endpointId,
  event_id: eventId ?? replayOf ?? id,
  state,
  created_at: isoOf(createdAt),
  sample: isSample,
  replay_of: replayOf,
  attempts: attempts.map((one) => ({
    attempt: one.attempt,
    at: isoOf(one.at),
    status_code: one.statusCode,
    problem: one.problem,
    response_prefix: one.responsePrefix,
    duration_ms: one.durationMs,
    next_attempt_at: isoOrNull(one.nextAttemptAt),
  })),
});

/** The delivery log and replays. */
export const deliveryOperations: OperationHandlers<
  'listDeliveries' | 'getDelivery' | 'retryDelivery' | 'replayDelivery' | 'replayDeliveries'
> = {
  listDeliveries: async (
    app,
    { account, state: states, failing, event, endpoint, from, to, before, limit = LIMIT },
  ) => {
    const accountId = await requireAccount(app, account);
    const deliveries = [];
    for await (const { delivery, attempts } of listDeliveries(
      app,
      accountId,
      { states, failing, event, ...endpointsOf(endpoint), before, ...periodOf({ from, to }) },
      limit + 1,
    )) {
      deliveries.push(recordOf(delivery, attempts));
    }
    const shown = deliveries.slice(-limit);
    return { deliveries: shown, next: shown.length < deliveries.length ? (shown[0]?.id ?? null) : null };
  },

  getDelivery: async (app, { account, delivery: id }) => {
    const { delivery, attempts, request, replays } = await showDelivery(app, await requireAccount(app, account), id);
    return {
      ...recordOf(delivery, attempts),
      request: { ...request, body: { ...request.body } },
      replays: replays.map((replay) => ({ id: replay.id, state: replay.state })),
    };
  },

  retryDelivery: async (app, { account, delivery: id }) => {
    const accountId = await requireAccount(app, account);
    const delivery = await retryDelivery(app, accountId, id);
    return recordOf(delivery, await app.store.read.deliveries.attemptsOf(accountId, id));
  },

  replayDelivery: async (app, { account, delivery }) => ({
    id: await replayDelivery(app, await requireAccount(app, account), delivery),
    replay_of: delivery,
  }),

  replayDeliveries: async (app, { account, from, to, states, event, endpoint, again, after: position }) => {
    const accountId = await requireAccount(app, account);
    const [after, before] = position?.split('.') ?? [];
    const { replays, rest, left } = await replayPart(
      app,
      accountId,
      { states, event, again, ...endpointsOf(endpoint), ...periodOf({ from, to }) },
      after === undefined || before === undefined ? undefined : { after, before },
    );
    return {
      replays: replays.map(({ id, original }) => ({ id, replay_of: original.id })),
      next: rest ? `${rest.after}.${rest.before}` : null,
      left,
    };
  },
};
