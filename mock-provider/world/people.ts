import type { Asset, Contact } from './state.ts';
import type { World } from './world.ts';

/** Returns the number, page or account with this ID. @throws if there is none */
export function businessAsset(world: World, business_id: string): Asset {
  const asset = world.state.assets.get(business_id);
  if (!asset) throw new Error(`No business with id ${business_id}`);
  return asset;
}

/** Returns the key by which sends find a person. @throws if the input is not a valid reference */
export function personOf(world: World, asset: Asset, id: string): string {
  if (asset.channel !== 'whatsapp') return id;
  const user = world.state.userOf(asset.id, id);
  if (user === '') throw new Error(`"${id}" is neither a phone number nor a business-scoped user id`);
  return user;
}

/** Opens the window of a person without a message from them. */
export function openWindow(world: World, business_id: string, user: string, at: number): void {
  const asset = businessAsset(world, business_id);
  world.state.openWindow(asset.id, personOf(world, asset, user), at);
}

/** Stores data about a person, for one business or, without one, for all. */
export function setContact(
  world: World,
  { business_id, id, wa_id, ...contact }: { business_id?: string; id: string } & Contact,
): void {
  const { state } = world;
  const asset = business_id === undefined ? undefined : businessAsset(world, business_id);
  if (wa_id !== undefined) state.spell(asset?.id, id, wa_id);
  // Without a business, an ID may be from Messenger or Instagram, where IDs have only one format.
  const user = asset ? personOf(world, asset, id) : state.userOf('', id) || id;
  state.setContact(asset?.id, user, contact);
}
