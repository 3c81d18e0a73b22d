import type { Endpoint } from '../graph/endpoint.ts';
import { pickFields } from '../graph/fields.ts';
import { page } from '../graph/page.ts';
import { requireBusiness } from '../graph/require.ts';

const TASKS = ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE'];

/** GET /me/accounts: the pages that the token may manage, each with its page token. */
export const meAccounts: Endpoint = (world, graph) => {
  const business = requireBusiness(world, graph);
  const assets = [...world.state.assets.values()].filter((one) => one.business === business);
  const linked = assets.find(({ channel }) => channel === 'instagram');
  return page(
    assets.filter(({ channel }) => channel === 'messenger'),
    graph,
    ({ id, name }) => {
      const all = {
        access_token: business.access_token,
        category: 'Shopping & retail',
        category_list: [{ id: '200600219953504', name: 'Shopping & retail' }],
        name,
        id,
        tasks: TASKS,
        ...(linked ? { instagram_business_account: { id: linked.id } } : {}),
      };
      return pickFields(graph, all, ['access_token', 'category', 'category_list', 'name', 'tasks']);
    },
  );
};
