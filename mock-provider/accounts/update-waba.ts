import type { GraphRequest } from '../graph/graph-request.ts';
import { flagOf, invalid, param } from '../graph/require.ts';
import { partOf } from '../world/part-of.ts';
import type { Json, Waba } from '../world/state.ts';
import type { World } from '../world/world.ts';

const changes = partOf(() => new Map<string, Json>());

/** Fields of a WhatsApp account that a request changed. */
export const changedWaba = (world: World, id: string): Json => changes(world.state).get(id) ?? {};

/** POST /{waba_id}: changes the name or time zone, or enables template analytics, which cannot be undone. */
export function updateWaba(world: World, graph: GraphRequest, { id }: Waba): Json {
  const insights = flagOf(graph, 'is_enabled_for_insights');
  const given = ['name', 'timezone_id'].flatMap((name) => {
    const value = param(graph, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  if (given.length === 0 && insights === undefined) {
    throw invalid('One of {name, timezone_id, is_enabled_for_insights} is required');
  }
  changes(world.state).set(id, {
    ...changedWaba(world, id),
    ...Object.fromEntries(given),
    ...(insights ? { is_enabled_for_insights: true } : {}),
  });
  return insights === undefined ? { success: true } : { id };
}
