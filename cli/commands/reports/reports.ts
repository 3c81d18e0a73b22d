import type { Query } from '@wigwag/sdk';
import type { Context } from '../../program/context.ts';
import { type ListFlags, paginate, wanted } from '../../program/paginate.ts';

type OrderFlags = ListFlags & { order?: 'desc' | 'asc' };

/** `wigwag labels list`. */
export async function listLabels({ wigwag, output }: Context, flags: OrderFlags): Promise<void> {
  const query = wanted({ order: flags.order }) as Query<'listLabels'>;
  await output.list(
    paginate((limit) => wigwag.reports.labels({ ...query, limit }), flags),
    ['id', 'name', 'color'],
  );
}

/** `wigwag agents list`. */
export async function listAgents({ wigwag, output }: Context, flags: OrderFlags): Promise<void> {
  const query = wanted({ order: flags.order }) as Query<'listAgents'>;
  await output.list(
    paginate((limit) => wigwag.reports.agents({ ...query, limit }), flags),
    ['id', 'name', 'is_active'],
  );
}
