import type { CallbackEvent } from '../callbacks/callback-event.ts';
import type { Inbound } from '../callbacks/inbound.ts';
import { list, object } from '../graph/graph-request.ts';
import { cdnUrl, keepMedia } from '../media/media-store.ts';
import type { Asset, Json } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { pageEntry } from './callbacks.ts';
import { attachmentsOf } from './rules.ts';
import { ownerOf } from './thread-owners.ts';

/** A customer's message, postback or reaction on Messenger or Instagram. */
export function pageInbound(world: World, asset: Asset, inbound: Inbound): CallbackEvent {
  const { state } = world;
  const { id: user, name, username } = inbound.from;
  state.setContact(asset.id, user, {
    ...(name === undefined ? {} : { name }),
    ...(username === undefined ? {} : { username }),
  });
  const key = `${asset.id}|${user}`;
  const mid = inbound.external_id ?? (asset.channel === 'instagram' ? state.ids.instagramMid(key) : state.ids.mid(key));
  const fromPage = inbound.type === 'echo';
  if (!fromPage) state.openWindow(asset.id, user, world.clock.now());
  const content = contentOf(world, asset, inbound, mid);
  state.inbound.set(mid, { asset_id: asset.id, user, message: content, at: world.clock.now() });
  state.timeline.push(mid);
  const owner = ownerOf(state, asset, user);
  const standby = owner !== undefined && owner !== world.settings.appId;
  const [sender, recipient] = fromPage ? [asset.id, user] : [user, asset.id];
  const event = {
    sender: { id: sender },
    recipient: { id: recipient },
    timestamp: world.clock.now(),
    ...content,
    ...inbound.extra,
  };
  return {
    channel: asset.channel,
    business: asset.business,
    business_id: asset.id,
    event: 'message',
    external_id: mid,
    to: user,
    entry: {
      ...pageEntry(world, asset, event, standby),
      ...(inbound.entry_id === undefined ? {} : { id: inbound.entry_id }),
    },
  };
}

function contentOf(world: World, asset: Asset, inbound: Inbound, mid: string): Json {
  const { type, button } = inbound;
  if (type === 'reaction') {
    const { message_id = inbound.reply_to ?? '', emoji } = inbound.reaction ?? {};
    const action = emoji ? { action: 'react', reaction: 'other', emoji } : { action: 'unreact' };
    return { reaction: { mid: message_id, ...action } };
  }
  if (type === 'postback' || (button && type !== 'quick_reply' && wasPostback(world, inbound, button.payload))) {
    return { postback: { mid, title: button?.title ?? '', payload: button?.payload ?? '' } };
  }
  const words = button?.title ?? inbound.text;
  const attachment = attachmentOf(world, asset, inbound);
  return {
    message: {
      mid,
      ...(type === 'echo' ? { is_echo: true } : {}),
      ...(type === 'unsupported' ? { is_unsupported: true } : {}),
      ...(type === 'deleted' ? { is_deleted: true } : {}),
      ...(words === undefined ? {} : { text: words }),
      ...(button ? { quick_reply: { payload: button.payload } } : {}),
      ...(attachment ? { attachments: [attachment] } : {}),
      ...replyTo(world, inbound),
    },
  };
}

function replyTo(world: World, inbound: Inbound): Json {
  if (inbound.story) return { reply_to: { story: inbound.story } };
  if (inbound.reply_to === undefined || inbound.button) return {};
  return { reply_to: { mid: inbound.reply_to, is_self_reply: world.state.inbound.has(inbound.reply_to) } };
}

/** A tap on a template button arrives as a postback, a tap on a quick reply as a message. */
function wasPostback(world: World, inbound: Inbound, payload: string): boolean {
  const send = world.state.sends.findLast(
    (one) =>
      one.business_id === inbound.business_id &&
      one.to === inbound.from.id &&
      (inbound.reply_to === undefined || one.external_id === inbound.reply_to) &&
      JSON.stringify(one.payload).includes(JSON.stringify(payload)),
  );
  return (
    send !== undefined &&
    attachmentsOf(object(send.payload.message)).some(({ type }) => type === 'template') &&
    list(object(send.payload.message).quick_replies).length === 0
  );
}

/** Meta's term for each of our media kinds. */
const ATTACHMENT_TYPES: Record<string, string> = { document: 'file', sticker: 'image' };

function attachmentOf(world: World, asset: Asset, inbound: Inbound): Json | undefined {
  const { media, location, type } = inbound;
  if (location) {
    const { latitude, longitude, name } = location;
    return {
      type: 'location',
      ...(name ? { title: name } : {}),
      payload: { coordinates: { lat: latitude, long: longitude } },
    };
  }
  if (type === 'ephemeral') return { type };
  if (!media) return undefined;
  const url = media.url ?? cdnUrl(world, keepMedia(world, asset, media, true));
  return { type: ATTACHMENT_TYPES[type] ?? type, payload: { url } };
}
