import type { Endpoint } from '../graph/endpoint.ts';
import { pickFields } from '../graph/fields.ts';
import { object, text } from '../graph/graph-request.ts';
import {
  flagOf,
  invalid,
  requireNumber,
  requireParam,
  requireProduct,
  requireWord,
  SUCCESS,
} from '../graph/require.ts';
import { partOf } from '../world/part-of.ts';
import type { Json } from '../world/state.ts';

const known = partOf(() => new Map<string, Json>());

const TYPES = [
  ...['LIMITED_LIABILITY_PARTNERSHIP', 'SOLE_PROPRIETORSHIP', 'PARTNERSHIP', 'PUBLIC_COMPANY', 'PRIVATE_COMPANY'],
  'OTHER',
];
const CONTACTS = { grievance_officer_details: ['name', 'email'], customer_care_details: ['email'] };
const NONE = {
  entity_name: null,
  entity_type: null,
  entity_type_custom: null,
  is_registered: false,
  grievance_officer_details: null,
  customer_care_details: null,
};
const FIELDS = ['whatsapp_business_account_id', 'messaging_product', ...Object.keys(NONE)];

/** GET and POST /{phone_number_id}/business_compliance_info: the legal entity and its contacts, required in India. */
export const businessComplianceInfo: Endpoint = (world, graph) => {
  const number = requireNumber(world, graph);
  if (graph.method === 'GET') {
    const info = known(world.state).get(number.id) ?? NONE;
    const whole = { whatsapp_business_account_id: number.waba_id, messaging_product: 'whatsapp', ...info };
    return { data: [pickFields(graph, whole, FIELDS)] };
  }
  const { body } = graph;
  requireProduct(body);
  const entity_name = requireParam(graph, 'entity_name');
  if (entity_name.length < 2 || entity_name.length > 128) {
    throw invalid('Param entity_name must be between 2 and 128 characters long.');
  }
  const type = requireWord(graph, 'entity_type', TYPES);
  const custom = text(body.entity_type_custom) || undefined;
  if (type === 'OTHER' && custom === undefined) {
    throw invalid('Entity_type_custom is mandatory for OTHER entity type');
  }
  if (type !== 'OTHER' && custom !== undefined) {
    throw invalid('entity_type_custom required only when entity_type is set to Other');
  }
  const registered = flagOf(graph, 'is_registered');
  if (registered !== undefined && type !== 'OTHER' && type !== 'PARTNERSHIP') {
    throw invalid('is_registered required only when entity_type is set to Other or Partnership');
  }
  for (const [name, needed] of Object.entries(CONTACTS)) {
    for (const field of needed) {
      if (!text(object(body[name])[field])) {
        throw invalid(`The parameter ${name}['${field}'] is required.`);
      }
    }
  }
  known(world.state).set(number.id, {
    entity_name,
    entity_type: shown(type),
    entity_type_custom: custom ?? null,
    is_registered: registered ?? false,
    grievance_officer_details: body.grievance_officer_details,
    customer_care_details: body.customer_care_details,
  });
  return SUCCESS;
};

/** Responses have the type in words: `Partnership`. */
function shown(type: string): string {
  return type.charAt(0) + type.slice(1).toLowerCase().replaceAll('_', ' ');
}
