import type { CallbackEvent } from '../callbacks/callback-event.ts';
import type { IdentityChange, Inbound } from '../callbacks/inbound.ts';
import { BSUID, PARENTS } from '../world/identities.ts';
import { handleOf, identityOf, type KnownIdentity } from '../world/people.ts';
import type { Asset, Json } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { callbackContact, unixSeconds, whatsappEntry } from './callbacks.ts';
import { wamidOf } from './wamid.ts';

/**
 * Changes a person's number, which also changes their IDs everywhere, or only their ID in this portfolio. Every number
 * that knows the person is notified. Returns the event for this one.
 */
export function changeIdentity(
  world: World,
  number: Asset,
  user: string,
  inbound: Inbound,
  change: IdentityChange,
): CallbackEvent {
  const { state } = world;
  const scope = state.scopeOf(number.id);
  requireChange(world, number, user, change);
  const others = [...state.assets.values()].filter(
    (one) =>
      one.channel === 'whatsapp' &&
      one !== number &&
      (change.phone !== undefined || one.waba_id === scope) &&
      state.hasPerson(one.id, user),
  );
  const known = [number, ...others].map((one) => ({ asset: one, before: identityOf(world, one, user) }));
  if (change.phone !== undefined) {
    state.changeNumber(user, change.phone);
    if (change.user_id !== undefined) {
      state.assignUserId(scope, user, change.user_id);
    }
  } else {
    state.changeUserId(scope, user, change.user_id);
    if (world.settings.parentUserIds) {
      state.changeUserId(PARENTS, user);
    }
  }
  const [event, ...rest] = known.map(({ asset, before }) => {
    const external_id = (asset === number ? inbound.external_id : undefined) ?? wamidOf(world, asset, user, 'customer');
    return eventOf(world, asset, user, before, external_id, change);
  });
  world.work.start(async () => {
    for (const one of rest) {
      await world.callbacks.emit(one);
    }
  });
  return event as CallbackEvent;
}

function requireChange(world: World, number: Asset, user: string, { phone, user_id }: IdentityChange): void {
  const { state, settings } = world;
  if (phone !== undefined && !/^[+\d\s().-]+$/.test(phone)) {
    throw new Error(`"${phone}" is not a phone number`);
  }
  if (user_id !== undefined && !BSUID.test(user_id)) {
    throw new Error(`"${user_id}" is not a business-scoped user id`);
  }
  if (phone === undefined && !settings.userIds) {
    throw new Error('Without the option userIds, only a phone can change');
  }
  const owner = user_id === undefined ? '' : state.userOf(number.id, user_id);
  if (owner !== '' && owner !== user) {
    throw new Error('The business-scoped user ID belongs to another person');
  }
}

function eventOf(
  world: World,
  asset: Asset,
  user: string,
  before: KnownIdentity,
  external_id: string,
  change: IdentityChange,
): CallbackEvent {
  const after = identityOf(world, asset, user);
  const entry =
    change.as === 'user_id_update'
      ? whatsappEntry(asset, updateValue(world, before, after), 'user_id_update')
      : whatsappEntry(asset, { messages: [systemMessage(world, before, after, external_id)] });
  return {
    channel: 'whatsapp',
    business: asset.business,
    business_id: asset.id,
    event: 'message',
    external_id,
    to: handleOf(world, asset, user),
    entry,
  };
}

/**
 * "System messages webhook reference". A change of the number is `user_changed_number` if the business may have the
 * number. Without it, only the change of the user ID is reported. The old number is in `from`.
 */
function systemMessage(world: World, before: KnownIdentity, after: KnownIdentity, id: string): Json {
  const byNumber = before.wa_id !== undefined && after.wa_id !== undefined && before.wa_id !== after.wa_id;
  const [old, changed] = byNumber ? [before.wa_id, after.wa_id] : [before.user_id, after.user_id];
  return {
    ...(before.wa_id === undefined ? {} : { from: before.wa_id }),
    id,
    timestamp: String(unixSeconds(world)),
    type: 'system',
    system: {
      body: `User ${after.name} changed from ${old} to ${changed}`,
      ...(after.wa_id === undefined ? {} : { wa_id: after.wa_id }),
      ...(after.user_id === undefined ? {} : { user_id: after.user_id, previous_user_id: before.user_id }),
      ...(after.parent_user_id === undefined
        ? {}
        : { parent_user_id: after.parent_user_id, previous_parent_user_id: before.parent_user_id }),
      type: byNumber ? 'user_changed_number' : 'user_changed_user_id',
    },
  };
}

/** The field `user_id_update`, which Meta documented until August 2026. */
function updateValue(world: World, before: KnownIdentity, after: KnownIdentity): Json {
  const { user_id: _, parent_user_id: __, ...contact } = after;
  const update = {
    ...(after.wa_id === undefined ? {} : { wa_id: after.wa_id }),
    detail: `User id for ${after.name} has been updated.`,
    user_id: { previous: before.user_id, current: after.user_id },
    ...(after.parent_user_id === undefined
      ? {}
      : { parent_user_id: { previous: before.parent_user_id, current: after.parent_user_id } }),
    timestamp: String(unixSeconds(world)),
  };
  return { contacts: [callbackContact(contact)], user_id_update: [update] };
}
