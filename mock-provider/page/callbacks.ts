import type { CallbackEvent } from '../callbacks/callback-event.ts';
import type { StatusReport } from '../callbacks/report-statuses.ts';
import { object, text } from '../graph/graph-request.ts';
import { isObject } from '../graph/parameters.ts';
import type { Asset, Json } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { attachmentsOf } from './rules.ts';

/**
 * One entry of a Messenger or Instagram callback. Times are numbers in milliseconds. While another app controls the
 * thread, the event is in `standby`.
 */
export function pageEntry(world: World, asset: Asset, event: Json, standby = false): Json {
  return { id: asset.id, time: world.clock.now(), [standby ? 'standby' : 'messaging']: [event] };
}

/**
 * The events of these platforms about a send: an echo when it is sent, and delivery and read receipts where supported.
 */
export function pageStatus(world: World, what: StatusReport, status: string): CallbackEvent | undefined {
  const event = eventOf(world, what, status);
  if (!event) {
    return undefined;
  }
  const { asset, send, user } = what;
  return {
    channel: asset.channel,
    business: asset.business,
    business_id: asset.id,
    event: status === 'sent' ? 'echo' : status,
    external_id: send.external_id,
    to: user,
    entry: pageEntry(world, asset, event),
  };
}

function eventOf(world: World, { asset, send, user }: StatusReport, status: string): Json | undefined {
  const from = { sender: { id: user }, recipient: { id: asset.id } };
  const timestamp = world.clock.now();
  const instagram = asset.channel === 'instagram';
  if (status === 'sent' && world.settings.echoes) {
    return {
      sender: { id: asset.id },
      recipient: { id: user },
      timestamp,
      message: echo(world, send.external_id, object(send.payload.message)),
    };
  }
  // Instagram has no such event.
  if (status === 'delivered' && !instagram) {
    const mids = world.settings.deliveryMids ? { mids: [send.external_id] } : {};
    return { ...from, delivery: { ...mids, watermark: timestamp } };
  }
  if (status === 'read') {
    return { ...from, timestamp, read: instagram ? { mid: send.external_id } : { watermark: timestamp } };
  }
  return undefined;
}

/** "message_echoes": the page's message, with the app that sent it and the app's `metadata`. */
function echo(world: World, mid: string, message: Json): Json {
  const attachments = attachmentsOf(message).map(({ type, payload }) => {
    if (type === 'template') {
      return { type, payload };
    }
    if (type === 'like_heart') {
      return { type };
    }
    if (type === 'MEDIA_SHARE') {
      return postOf(text(object(payload).id));
    }
    const { url, attachment_id } = object(payload);
    return { type, payload: { url: url ?? world.state.attachments.get(String(attachment_id))?.url } };
  });
  return {
    mid,
    is_echo: true,
    app_id: Number(world.settings.appId),
    ...(message.metadata === undefined ? {} : { metadata: message.metadata }),
    ...(message.text === undefined ? {} : { text: message.text }),
    ...(attachments.length > 0 && attachments.every(isObject) ? { attachments } : {}),
  };
}

/** "Instagram Post Shares": the attachment of a shared post. */
function postOf(id: string | undefined): Json {
  const url = `https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=${id}`;
  return { type: 'ig_post', payload: { ig_post_media_id: id, url } };
}
