import type { GraphRequest } from '../graph/graph-request.ts';
import { object, text } from '../graph/graph-request.ts';
import { invalid, SUCCESS } from '../graph/require.ts';
import { overrideCallback } from '../graph/subscriptions.ts';
import { partOf } from '../world/part-of.ts';
import type { Asset, Json } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { setRegistration } from './registration.ts';

const CHANGEABLE = [
  'pin',
  'webhook_configuration',
  'new_display_name',
  'username',
  'search_visibility',
  'connection_status',
];

const changes = partOf(() => new Map<string, Json>());

/** Fields of a number that a request changed. */
export const changedFields = (world: World, id: string): Json => changes(world.state).get(id) ?? {};

/** POST /{phone_number_id}: sets the PIN of two-step verification, a callback URL, or the display name for review. */
export async function updateNumber(world: World, graph: GraphRequest, number: Asset): Promise<Json> {
  const { body } = graph;
  if (!CHANGEABLE.some((name) => body[name] !== undefined)) {
    throw invalid(`One of {${CHANGEABLE.join(', ')}} is required`);
  }
  const pin = text(body.pin);
  if (pin !== undefined && !/^\d{6}$/.test(pin)) {
    throw invalid('Invalid PIN format. PIN must be exactly 6 digits');
  }
  if (body.webhook_configuration !== undefined) {
    await overrideCallback(world, number.id, object(body.webhook_configuration));
  }
  if (pin !== undefined) {
    setRegistration(world.state, number, { pin });
  }
  const changed = { ...changedFields(world, number.id) };
  if (text(body.new_display_name) !== undefined) {
    changed.new_display_name = body.new_display_name;
    changed.new_name_status = 'PENDING_REVIEW';
  }
  for (const name of ['username', 'search_visibility']) {
    if (body[name] !== undefined) {
      changed[name] = body[name];
    }
  }
  changes(world.state).set(number.id, changed);
  return SUCCESS;
}
