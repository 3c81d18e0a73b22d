import type { Query } from '@wigwag/sdk';
import type { CommandContext } from '../../program/context/context.ts';
import { type ListFlags, paginate } from '../../program/options/paginate.ts';
import { queryOf } from '../../program/options/query-options.ts';

/** `wigwag blocks list`. */
export async function list({ wigwag, output }: CommandContext, flags: ListFlags): Promise<void> {
  const query = queryOf<Query<'listBlockedNumbers'>>('listBlockedNumbers', flags);
  await output.list(
    paginate((limit) => wigwag.blockedNumbers.list({ ...query, limit }), flags),
    ['phone', 'reason', 'created_at'],
  );
}

/** `wigwag blocks add`. */
export async function add(
  { wigwag, output }: CommandContext,
  phone: string,
  { reason }: { reason?: string },
): Promise<void> {
  await output.record(await wigwag.blockedNumbers.block({ phone, ...(reason !== undefined && { reason }) }));
}

/** `wigwag blocks remove`. */
export async function remove({ wigwag, output }: CommandContext, phone: string): Promise<void> {
  await output.record(await wigwag.blockedNumbers.unblock(phone));
}
