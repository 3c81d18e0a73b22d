import { hash } from 'node:crypto';
import { BSUID, PARENTS } from './identities.ts';
import type { Asset, Contact } from './state.ts';
import type { World } from './world.ts';

/** Returns the number, page or account with this ID. @throws if there is none */
export function businessAsset(world: World, business_id: string): Asset {
  const asset = world.state.assets.get(business_id);
  if (!asset) {
    throw new Error(`No business with id ${business_id}`);
  }
  return asset;
}

/**
 * Returns the key by which sends find a person. An unknown business-scoped user ID adds a person; with a number, the
 * ID and the number are those of one person.
 *
 * @throws if the input is not a valid reference
 */
export function personOf(world: World, asset: Asset, id: string, phone?: string): string {
  if (asset.channel !== 'whatsapp') {
    return id;
  }
  const { state } = world;
  if (phone !== undefined) {
    const user = BSUID.test(id) && !BSUID.test(phone) ? state.userOf(asset.id, phone) : '';
    if (user === '') {
      throw new Error('A phone number is given only with a business-scoped user ID');
    }
    state.assignUserId(state.scopeOf(asset.id, id), user, id);
    return user;
  }
  const user = state.userOf(asset.id, id);
  if (user !== '') {
    return user;
  }
  const scope = state.scopeOf(asset.id, id);
  if (!BSUID.test(id)) {
    throw new Error(`"${id}" is neither a phone number nor a business-scoped user id`);
  }
  if (scope === PARENTS) {
    throw new Error(`No person with the parent user ID ${id}`);
  }
  return state.addUser(scope, id);
}

/** Opens the window of a person without a message from them. */
export function openWindow(world: World, business_id: string, user: string, at: number): void {
  const asset = businessAsset(world, business_id);
  const person = personOf(world, asset, user);
  // The app may know the person by this ID from before a restart of the mock.
  if (asset.channel === 'whatsapp') {
    world.state.userIdOf(world.state.scopeOf(asset.id), person);
  }
  world.state.openWindow(asset.id, person, at);
}

/** Stores data about a person, for one business or, without one, for all. */
export function setContact(
  world: World,
  { business_id, id, wa_id, user_id, in_contact_book, ...contact }: { business_id?: string; id: string } & Contact,
): void {
  const { state } = world;
  const asset = business_id === undefined ? undefined : businessAsset(world, business_id);
  if (!asset && BSUID.test(id)) {
    throw new Error('A business-scoped user ID needs a business_id');
  }
  if (user_id !== undefined && !BSUID.test(user_id)) {
    throw new Error(`"${user_id}" is not a business-scoped user id`);
  }
  if (wa_id !== undefined) {
    state.spell(asset?.id, id, wa_id);
  }
  // Without a business, an ID may be from Messenger or Instagram, where IDs have only one format.
  const user = asset ? personOf(world, asset, id) : state.userOf('', id) || id;
  if (user_id !== undefined) {
    state.assignUserId(asset ? state.scopeOf(asset.id) : '', user, user_id);
  }
  if (in_contact_book !== undefined) {
    for (const one of asset ? [asset] : state.assets.values()) {
      state.keepInContactBook(one.id, user, in_contact_book);
    }
  }
  state.setContact(asset?.id, user, contact);
}

const REACHED_MS = 30 * 24 * 60 * 60 * 1000;

/** What callbacks to a business contain about a person. */
export interface KnownIdentity {
  name: string;
  username?: string;
  /** In WhatsApp's format; only if the business may have it. */
  wa_id?: string;
  user_id?: string;
  parent_user_id?: string;
}

/**
 * Returns what callbacks to a WhatsApp number contain about a person. "Phone numbers": without a username, always. With
 * one, only if the number and the person used it in the last 30 days, or if it is in the portfolio's contact book.
 */
export function identityOf(world: World, number: Asset, user: string): KnownIdentity {
  const { state, settings } = world;
  const contact = state.contact(number.id, user);
  const username = usernameOf(world, user, contact.username);
  const phone = state.numberOf(user);
  const reached = state.lastReached(number.id, user);
  const available =
    !contact.bsuid_only &&
    (username === undefined ||
      (reached !== undefined && world.clock.now() - reached <= REACHED_MS) ||
      state.inContactBook(number.id, user));
  const wa_id = available ? phone : undefined;
  const user_id = state.userIdOf(state.scopeOf(number.id), user);
  return {
    name: contact.name ?? wa_id ?? username ?? user_id,
    ...(username === undefined ? {} : { username }),
    ...(wa_id === undefined ? {} : { wa_id }),
    ...(settings.userIds || wa_id === undefined ? { user_id } : {}),
    ...(settings.parentUserIds ? { parent_user_id: state.userIdOf(PARENTS, user) } : {}),
  };
}

/** With the option `usernames`, everyone has a username unless theirs was removed. */
function usernameOf(world: World, user: string, given: string | null | undefined): string | undefined {
  if (given !== undefined || !world.settings.usernames) {
    return given ?? undefined;
  }
  return `user.${hash('sha256', user, 'buffer').readUInt32BE()}`;
}

/** The name by which faults and callbacks refer to a person: the number if the mock has it, or an ID. */
export function handleOf(world: World, asset: Asset, user: string): string {
  if (asset.channel !== 'whatsapp') {
    return user;
  }
  return world.state.numberOf(user) ?? world.state.userIdOf(world.state.scopeOf(asset.id), user);
}

/** A person on WhatsApp, as the mock and as one business know them. */
export interface KnownContact extends KnownIdentity {
  /** The number, even if the business may not have it. */
  phone?: string;
}

/** Returns the people whom a WhatsApp number knows. */
export function contactsOf(world: World, business_id: string): KnownContact[] {
  const asset = businessAsset(world, business_id);
  if (asset.channel !== 'whatsapp') {
    throw new Error(`No whatsapp business with id ${business_id}`);
  }
  return world.state.people(asset.id).map((user) => {
    const phone = world.state.numberOf(user);
    return { ...(phone === undefined ? {} : { phone }), ...identityOf(world, asset, user) };
  });
}
