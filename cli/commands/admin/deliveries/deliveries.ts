import type { admin } from '@wigwag/server';
import { pluralize } from '../../../output/pluralize.ts';
import type { Context } from '../../../program/context.ts';
import { UsageError } from '../../../program/errors.ts';
import { type AccountFlags, requireTime } from '../database.ts';
import { withOperatorOf } from '../operator.ts';

type Filter = admin.AdminInput<'listDeliveries'>;

type Span = Pick<Filter, 'event' | 'from' | 'to'>;

/** @throws {UsageError} for a text that is not a time */
const spanOf = ({ event, from, to }: Span): Span => ({
  ...(event !== undefined && { event }),
  ...(from !== undefined && { from: requireTime('--from', from) }),
  ...(to !== undefined && { to: requireTime('--to', to) }),
});

const COLUMNS = ['id', 'event', 'state', 'created_at', 'attempts', 'last.status_code', 'last.problem'];

export const listDeliveries = (
  { output }: Context,
  { state, limit, ...flags }: AccountFlags & Span & Pick<Filter, 'state'> & { limit: number },
) =>
  withOperatorOf(flags, async (call, account) => {
    const filter = { account, ...spanOf(flags), ...(state && { state }), limit };
    const { deliveries } = await call('listDeliveries', filter);
    await output.list(deliveries, COLUMNS, ({ attempts, ...delivery }) => ({
      ...delivery,
      attempts: attempts.length,
      last: attempts.at(-1),
    }));
  });

export const replay = (
  { output, say }: Context,
  id: string | undefined,
  { state: states, ...flags }: AccountFlags & Span & { state?: admin.ReplayableState[] },
) =>
  withOperatorOf(flags, async (call, account) => {
    const { from, ...span } = spanOf(flags);
    if ((id === undefined) === (from === undefined)) {
      throw new UsageError('give the ID of a delivery, or a period with --from and optionally --to');
    }
    if (id !== undefined) {
      await output.record(await call('replayDelivery', { account, delivery: id }));
    } else if (from !== undefined) {
      const { replays } = await call('replayDeliveries', { account, from, ...span, ...(states && { states }) });
      await output.list(replays, ['id', 'replay_of']);
      say(`${pluralize(replays.length, 'event is', 'events are')} being sent again`);
    }
  });
