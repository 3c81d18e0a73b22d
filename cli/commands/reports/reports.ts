import type { Query } from '@wigwag/sdk';
import type { CommandContext } from '../../program/context/context.ts';
import { type ListFlags, paginate } from '../../program/options/paginate.ts';
import { queryOf } from '../../program/options/query-options.ts';

/** `wigwag labels list`. */
export async function listLabels({ wigwag, output }: CommandContext, flags: ListFlags): Promise<void> {
  const query = queryOf<Query<'listLabels'>>('listLabels', flags);
  await output.list(
    paginate((limit) => wigwag.reports.labels({ ...query, limit }), flags),
    ['id', 'name', 'color'],
  );
}

/** `wigwag agents list`. */
export async function listAgents({ wigwag, output }: CommandContext, flags: ListFlags): Promise<void> {
  const query = queryOf<Query<'listAgents'>>('listAgents', flags);
  await output.list(
    paginate((limit) => wigwag.reports.agents({ ...query, limit }), flags),
    ['id', 'name', 'is_active'],
  );
}
