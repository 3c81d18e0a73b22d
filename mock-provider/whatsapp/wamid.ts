import { identityOf } from '../world/people.ts';
import type { Asset } from '../world/state.ts';
import type { World } from '../world/world.ts';

/** Returns a message ID. It contains the person's number only if the business may have it. */
export function wamidOf(world: World, number: Asset, user: string, from: 'business' | 'customer'): string {
  const { wa_id, name, user_id = name } = identityOf(world, number, user);
  return world.state.ids.wamid(wa_id ?? user_id, from, `${number.id}|${user}`);
}
