import type { Endpoint } from '../graph/endpoint.ts';
import { object } from '../graph/graph-request.ts';
import { isObject } from '../graph/parameters.ts';
import { invalid, requireNumber, SUCCESS } from '../graph/require.ts';
import { partOf } from '../world/part-of.ts';
import type { Json, State } from '../world/state.ts';

const FEATURES = ['calling', 'user_identity_change', 'payload_encryption', 'storage_configuration'];
const STATUSES = ['ENABLED', 'DISABLED'];

const DEFAULTS: Json = {
  calling: { status: 'DISABLED', call_icon_visibility: 'DEFAULT', callback_permission_status: 'DISABLED' },
  payload_encryption: { status: 'DISABLED' },
  storage_configuration: { status: 'DEFAULT' },
};

const settings = partOf(() => new Map<string, Json>());

/** Returns a feature's settings for a number. */
export function settingsOfNumber(state: State, id: string): Json {
  return settings(state).get(id) ?? DEFAULTS;
}

/** GET and POST /{phone_number_id}/settings: calling, identity checks, payload encryption and storage. */
export const numberSettings: Endpoint = (world, graph) => {
  const { id } = requireNumber(world, graph);
  const known = settingsOfNumber(world.state, id);
  if (graph.method === 'GET') {
    return known;
  }
  const features = FEATURES.filter((name) => graph.body[name] !== undefined);
  if (features.length === 0) {
    throw invalid('One feature setting must be specified');
  }
  const changed: Json = { ...known };
  for (const name of features) {
    const given = graph.body[name];
    if (!isObject(given)) {
      throw invalid(`Param ${name} must be an object.`);
    }
    const status = given.status;
    if (status !== undefined && name !== 'storage_configuration' && !STATUSES.includes(String(status).toUpperCase())) {
      throw invalid(`Param ${name}['status'] must be one of {${STATUSES.join(', ')}} - got "${String(status)}".`);
    }
    changed[name] = { ...object(known[name]), ...given };
  }
  settings(world.state).set(id, changed);
  return SUCCESS;
};
