import { requireAsset, unknownObject } from '../graph/endpoint.ts';
import { type GraphRequest, object } from '../graph/graph-request.ts';
import { refusal } from '../graph/refusal.ts';
import { cdnUrl, keepFile } from '../media/media-store.ts';
import { DAY_MS } from '../world/clock.ts';
import type { Asset, Json } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { attachmentsOf, requireAttachment } from './rules.ts';

/** "Attachment IDs expire after 90 days." */
const LIFETIME_MS = 90 * DAY_MS;

/** POST /{page_id | account_id | me}/message_attachments: stores an attachment for sending by ID. */
export async function uploadAttachment(world: World, graph: GraphRequest): Promise<Json | Response> {
  const asset = requireAsset(world, graph);
  const { channel } = asset;
  if (channel === 'whatsapp') {
    throw unknownObject(graph);
  }
  const attachment = requireAttachment(world, asset, graph);
  const subject = { channel, business_id: asset.id, type: String(attachment.type), key: asset.id };
  const fault = world.faults.take('media', subject);
  const refused = await refusal(world, graph.replyTracker, fault, channel);
  if (refused) {
    return refused;
  }
  await keepUploaded(world, asset, graph);
  const attachment_id = saveAttachment(world, asset, attachment);
  return fault?.outcome === 'lost_reply' ? Response.error() : { attachment_id };
}

/** Stores the file in the part `filedata` and sets its URL in the message's attachment. */
export async function keepUploaded(world: World, asset: Asset, graph: GraphRequest): Promise<void> {
  const { filedata } = graph.files;
  const [attachment] = attachmentsOf(object(graph.body.message));
  if (!filedata || !attachment) {
    return;
  }
  const file = {
    bytes: new Uint8Array(await filedata.arrayBuffer()),
    mime_type: filedata.type,
    filename: filedata.name,
    lifetimeMs: LIFETIME_MS,
  };
  attachment.payload = { ...object(attachment.payload), url: cdnUrl(world, keepFile(world, asset, file, false)) };
}

/** `is_reusable` stores the attachment of a message under a separate ID. */
export function reusable(world: World, asset: Asset, message: Json): Json {
  const [attachment] = attachmentsOf(message);
  // Forms have strings where JSON has booleans.
  if (String(object(attachment?.payload).is_reusable) !== 'true') {
    return {};
  }
  return { attachment_id: saveAttachment(world, asset, object(attachment)) };
}

function saveAttachment(world: World, { business }: Asset, attachment: Json): string {
  const id = world.state.ids.object('attachment');
  const url = String(object(attachment.payload).url);
  world.state.attachments.set(id, { business, url, expires_at: world.clock.now() + LIFETIME_MS });
  return id;
}
