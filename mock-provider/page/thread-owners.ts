import { partOf } from '../world/part-of.ts';
import type { Asset, State } from '../world/state.ts';

/** The ID of the Page inbox, to which a bot hands a thread for a human. */
export const PAGE_INBOX = '263902037430900';

const owners = partOf(() => new Map<string, string>());

const keyOf = (asset: Asset, user: string) => `${asset.id}|${user}`;

/** Returns the app that controls a thread; undefined if the thread is idle. */
export const ownerOf = (state: State, asset: Asset, user: string): string | undefined =>
  owners(state).get(keyOf(asset, user));

export function setOwner(state: State, asset: Asset, user: string, app: string | undefined): void {
  if (app === undefined) {
    owners(state).delete(keyOf(asset, user));
  } else {
    owners(state).set(keyOf(asset, user), app);
  }
}
