import type { Asset } from './state.ts';
import type { World } from './world.ts';

const WINDOW_MS = 24 * 60 * 60 * 1000;

/** Customer service window: free-form messages reach a person for 24 hours after they last wrote. */
export function windowIsOpen(world: World, asset: Asset, user: string, length = WINDOW_MS): boolean {
  const last = world.state.lastInbound(asset.id, user);
  return last !== undefined && world.clock.now() - last < length;
}
