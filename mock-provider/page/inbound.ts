import type { CallbackEvent } from '../callbacks/callback-event.ts';
import type { Inbound, InboundFile } from '../callbacks/inbound.ts';
import { opensWindow } from '../callbacks/inbound-rules.ts';
import { list, object } from '../graph/graph-request.ts';
import { cdnUrl, keepMedia } from '../media/media-store.ts';
import { partOf } from '../world/part-of.ts';
import type { Asset, Json, State } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { pageEntry } from './callbacks.ts';
import { attachmentsOf } from './rules.ts';
import { ownerOf, PAGE_INBOX } from './thread-owners.ts';

/** The events of a message, postback or reaction on Messenger or Instagram: one, or two if `standby` is `also`. */
export function pageInbound(world: World, asset: Asset, inbound: Inbound): CallbackEvent[] {
  const { state } = world;
  const { id: user, name, username } = inbound.from;
  state.setContact(asset.id, user, {
    ...(name === undefined ? {} : { name }),
    ...(username === undefined ? {} : { username }),
  });
  const key = `${asset.id}|${user}`;
  const mid =
    inbound.target ??
    inbound.external_id ??
    (asset.channel === 'instagram' ? state.ids.instagramMid(key) : state.ids.mid(key));
  const fromPage = isEcho(inbound);
  if (opensWindow(inbound)) {
    state.openWindow(asset.id, user, world.clock.now());
  }
  const content = contentOf(world, asset, inbound, mid);
  const known = state.inbound.get(mid);
  if (inbound.type === 'edit') {
    if (known?.message.message !== undefined) {
      state.edited.add(mid);
      Object.assign(object(known.message.message), { text: inbound.text ?? '' });
    }
  } else if (inbound.type !== 'referral') {
    state.inbound.set(mid, { asset_id: asset.id, user, message: content, at: known?.at ?? world.clock.now() });
    if (!known) {
      state.timeline.push(mid);
    }
  }
  const owner = ownerOf(state, asset, user);
  const standby = inbound.standby === true || (owner !== undefined && owner !== world.settings.appId);
  const [sender, recipient] = fromPage ? [asset.id, user] : [user, asset.id];
  const eventOf = (shown: Json, inStandby: boolean): CallbackEvent => ({
    channel: asset.channel,
    business: asset.business,
    business_id: asset.id,
    event: 'message',
    external_id: mid,
    to: user,
    entry: {
      ...pageEntry(
        world,
        asset,
        {
          sender: { id: sender },
          recipient: { id: recipient },
          timestamp: world.clock.now(),
          ...shown,
          ...inbound.extra,
        },
        inStandby,
      ),
      ...(inbound.entry_id === undefined ? {} : { id: inbound.entry_id }),
    },
  });
  const event = eventOf(content, standby);
  return inbound.standby === 'also' ? [event, eventOf(withoutPayload(content), true)] : [event];
}

const isEcho = ({ type, echo }: Inbound) => echo === true || type === 'echo';

/** In `standby`, Meta omits the payload of a postback. */
function withoutPayload(content: Json): Json {
  if (content.postback === undefined) {
    return content;
  }
  const { payload: _, ...postback } = object(content.postback);
  return { postback };
}

function contentOf(world: World, asset: Asset, inbound: Inbound, mid: string): Json {
  const { type, button } = inbound;
  const referral = inbound.referral === undefined ? {} : { referral: inbound.referral };
  if (type === 'referral') {
    return referral;
  }
  if (type === 'edit') {
    return { message_edit: { mid, text: inbound.text ?? '', num_edit: countEdit(world.state, mid) } };
  }
  if (type === 'reaction') {
    const { message_id = inbound.reply_to ?? '', emoji } = inbound.reaction ?? {};
    const action = emoji ? { action: 'react', reaction: 'other', emoji } : { action: 'unreact' };
    return { reaction: { mid: message_id, ...action } };
  }
  if (type === 'postback' || (button && type !== 'quick_reply' && wasPostback(world, inbound, button.payload))) {
    const { payload, title = '' } = button ?? {};
    return { postback: { mid, title, ...(payload === undefined ? {} : { payload }), ...referral } };
  }
  const words = button?.title ?? inbound.text;
  const attachments = attachmentsFor(world, asset, inbound);
  return {
    message: {
      mid,
      // The app that sent it: the inbox, and not the mock's app.
      ...(isEcho(inbound) ? { is_echo: true, app_id: Number(PAGE_INBOX) } : {}),
      ...(type === 'unsupported' ? { is_unsupported: true } : {}),
      ...(type === 'deleted' ? { is_deleted: true } : {}),
      ...(words === undefined ? {} : { text: words }),
      ...(button ? { quick_reply: button.payload === undefined ? {} : { payload: button.payload } } : {}),
      ...(attachments.length > 0 ? { attachments } : {}),
      ...replyTo(world, inbound),
      ...referral,
    },
  };
}

const edits = partOf(() => new Map<string, number>());

/** `num_edit`: how often a message was edited. */
function countEdit(state: State, mid: string): number {
  const count = (edits(state).get(mid) ?? 0) + 1;
  edits(state).set(mid, count);
  return count;
}

function replyTo(world: World, inbound: Inbound): Json {
  if (inbound.story) {
    return { reply_to: { story: inbound.story } };
  }
  if (inbound.reply_to === undefined || inbound.button) {
    return {};
  }
  return { reply_to: { mid: inbound.reply_to, is_self_reply: world.state.inbound.has(inbound.reply_to) } };
}

/** A tap on a template button arrives as a postback, a tap on a quick reply as a message. */
function wasPostback(world: World, inbound: Inbound, payload: string | undefined): boolean {
  if (payload === undefined) {
    return false;
  }
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

function attachmentsFor(world: World, asset: Asset, inbound: Inbound): Json[] {
  const { media, files = [], location, share, type } = inbound;
  return [
    ...(location ? [placeOf(location)] : []),
    ...(type === 'ephemeral' ? [{ type }] : []),
    ...(share ? [shareOf(type, share)] : []),
    ...(media ? [fileOf(world, asset, type === 'echo' ? kindOf(media) : type, media)] : []),
    ...files.map((file) => fileOf(world, asset, file.type, file)),
  ];
}

const placeOf = ({ latitude, longitude, name }: NonNullable<Inbound['location']>): Json => ({
  type: 'location',
  ...(name ? { title: name } : {}),
  payload: { coordinates: { lat: latitude, long: longitude } },
});

function fileOf(world: World, asset: Asset, type: string, file: InboundFile): Json {
  const url = file.url ?? cdnUrl(world, keepMedia(world, asset, file, true));
  return { type: ATTACHMENT_TYPES[type] ?? type, payload: { url } };
}

function kindOf({ mime_type }: InboundFile): string {
  const [kind = ''] = mime_type.split('/');
  return ['image', 'video', 'audio'].includes(kind) ? kind : 'document';
}

/** The field with the ID of a shared post or reel. */
const SHARED_IDS: Record<string, string> = {
  ig_post: 'ig_post_media_id',
  reel: 'reel_video_id',
  ig_reel: 'reel_video_id',
};

/** A share beside a text is the preview of a link. */
function shareOf(type: string, share: NonNullable<Inbound['share']>): Json {
  const kind = share.type ?? (['text', 'echo'].includes(type) ? 'fallback' : type);
  const { url, title, id } = share;
  return {
    type: kind,
    payload: {
      ...(id === undefined ? {} : { [SHARED_IDS[kind] ?? 'id']: id }),
      ...(title === undefined ? {} : { title }),
      ...(url === undefined ? {} : { url }),
    },
  };
}
