import type { Channel } from '../world/state.ts';
import type { World } from '../world/world.ts';

/** A summary of the mock's state. */
export interface MockState {
  now: string;
  idle: boolean;
  /** The number of delayed tasks: callback retries and slow replies. */
  waiting: number;
  callback_url: string | null;
  sends: number;
  media: number;
  businesses: {
    id: string;
    assets: {
      channel: Channel;
      id: string;
      name: string;
      handle: string;
      waba_id?: string;
      templates?: number;
      subscribed: boolean;
    }[];
  }[];
}

export function summarize(world: World): MockState {
  const { state } = world;
  return {
    now: new Date(world.clock.now()).toISOString(),
    idle: world.work.idle(),
    waiting: world.work.waiting(),
    callback_url: world.callbacks.url ?? null,
    sends: state.sends.length,
    media: state.media.size,
    businesses: state.businesses.map((business) => ({
      id: business.id,
      assets: [...state.assets.values()]
        .filter((asset) => asset.business === business)
        .map(({ channel, id, name, handle, waba_id }) => ({
          channel,
          id,
          name,
          handle,
          ...(waba_id === undefined ? {} : { waba_id, templates: state.wabas.get(waba_id)?.templates.length }),
          subscribed: !state.unsubscribed.has(id) && !state.unsubscribed.has(waba_id ?? ''),
        })),
    })),
  };
}
