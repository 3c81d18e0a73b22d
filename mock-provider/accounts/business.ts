import type { Endpoint } from '../graph/endpoint.ts';
import { pickFields } from '../graph/fields.ts';
import type { GraphRequest } from '../graph/graph-request.ts';
import type { NodeKind } from '../graph/node-kind.ts';
import { page } from '../graph/page.ts';
import { requireBusiness, requireOwn } from '../graph/require.ts';
import type { Business, Json, Waba } from '../world/state.ts';

/** GET /{business_id}: the business portfolio of the token. */
export const businessNode: NodeKind<Business> = {
  find: (world, graph) => world.state.businesses.find(({ id }) => id === graph.id),
  get(world, graph, business) {
    requireOwn(world, graph, { business });
    return pickFields(
      graph,
      { id: business.id, name: 'Demo business', timezone_id: 1, verification_status: 'verified' },
      ['id', 'name'],
    );
  },
};

const accountFields = (graph: GraphRequest, { id }: Waba): Json =>
  pickFields(
    graph,
    {
      id,
      name: 'Demo business',
      currency: 'USD',
      timezone_id: '1',
      message_template_namespace: `ns_${id}`,
      account_review_status: 'APPROVED',
      business_verification_status: 'verified',
      ownership_type: 'SELF_OWNED',
      status: 'ACTIVE',
    },
    ['id', 'name', 'currency', 'timezone_id', 'message_template_namespace'],
  );

/** GET /{business_id}/owned_whatsapp_business_accounts, and /{user_id}/assigned_whatsapp_business_accounts. */
export const ownedWabas: Endpoint = (world, graph) => {
  const business = requireBusiness(world, graph);
  const wabas = [...world.state.wabas.values()].filter((waba) => waba.business === business);
  return page(wabas, graph, (waba) => accountFields(graph, waba));
};

/** GET /{business_id}/client_whatsapp_business_accounts: none, because businesses of the mock share no accounts. */
export const clientWabas: Endpoint = (world, graph) => {
  requireBusiness(world, graph);
  return { data: [] };
};
