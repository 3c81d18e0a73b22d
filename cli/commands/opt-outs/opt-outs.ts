import type { Query } from '@wigwag/sdk';
import type { Context } from '../../program/context.ts';
import { type ListFlags, paginate, wanted } from '../../program/paginate.ts';

/** `wigwag opt-outs list`. */
export async function list({ wigwag, output }: Context, flags: ListFlags & Query<'listOptOuts'>): Promise<void> {
  const query = wanted({ order: flags.order }) as Query<'listOptOuts'>;
  await output.list(
    paginate((limit) => wigwag.optOuts.list({ ...query, limit }), flags),
    ['phone', 'source', 'created_at'],
  );
}

/** `wigwag opt-outs add`. */
export async function add({ wigwag, output }: Context, phone: string, { source }: { source?: string }): Promise<void> {
  await output.record(await wigwag.optOuts.add({ phone, ...(source !== undefined && { source }) }));
}

/** `wigwag opt-outs remove`. */
export async function remove({ wigwag, output }: Context, phone: string): Promise<void> {
  await output.record(await wigwag.optOuts.remove(phone));
}
