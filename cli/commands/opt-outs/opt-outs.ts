import type { Query } from '@wigwag/sdk';
import type { CommandContext } from '../../program/context/context.ts';
import { type ListFlags, paginate } from '../../program/options/paginate.ts';
import { queryOf } from '../../program/options/query-options.ts';

/** `wigwag opt-outs list`. */
export async function list({ wigwag, output }: CommandContext, flags: ListFlags): Promise<void> {
  const query = queryOf<Query<'listOptOuts'>>('listOptOuts', flags);
  await output.list(
    paginate((limit) => wigwag.optOuts.list({ ...query, limit }), flags),
    ['phone', 'source', 'created_at'],
  );
}

/** `wigwag opt-outs add`. */
export async function add(
  { wigwag, output }: CommandContext,
  phone: string,
  { source }: { source?: string },
): Promise<void> {
  await output.record(await wigwag.optOuts.add({ phone, ...(source !== undefined && { source }) }));
}

/** `wigwag opt-outs remove`. */
export async function remove({ wigwag, output }: CommandContext, phone: string): Promise<void> {
  await output.record(await wigwag.optOuts.remove(phone));
}
