import { answer, authorize, isMetaHost, requireAsset, requireToken, unknownObject } from '../graph/endpoint.ts';
import { GraphError } from '../graph/graph-error.ts';
import { type GraphRequest, text } from '../graph/graph-request.ts';
import { refusal } from '../graph/refusal.ts';
import { requireProduct } from '../graph/require.ts';
import type { GraphReply, HttpRequest } from '../graph/route.ts';
import type { Json, MediaFile } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { bareType, maxBytes } from './media-kinds.ts';
import { downloadUrl, keepFile, placeholder, urlHash } from './media-store.ts';

/** POST /{phone_number_id}/media: parts in any order. The product may be in the query, and the type in the part. */
export async function uploadMedia(world: World, graph: GraphRequest): Promise<Json | Response> {
  const number = requireAsset(world, graph);
  if (number.channel !== 'whatsapp') {
    throw unknownObject(graph);
  }
  requireProduct(graph.body);
  const file = graph.files.file;
  if (!file) {
    throw new GraphError('whatsapp', 100, { message: 'The parameter file is required.' });
  }
  // Some clients send only a kind here, "image". In that case, the part's type is used.
  const named = text(graph.body.type);
  const mime_type = bareType(named?.includes('/') ? named : file.type);
  const bytes = new Uint8Array(await file.arrayBuffer());
  requireSupported(mime_type, bytes);

  const subject = { channel: 'whatsapp' as const, business_id: number.id, type: mime_type, key: number.id };
  const fault = world.faults.take('media', subject);
  if (fault?.outcome === 'reject' && fault.code === undefined) {
    throw new GraphError('whatsapp', 131053, { details: fault.details });
  }
  const refused = await refusal(world, graph.replyTracker, fault, 'whatsapp');
  if (refused) {
    return refused;
  }
  const minutes = Number(text(graph.body.ttl_minutes));
  const lifetimeMs = minutes > 0 ? minutes * 60_000 : undefined;
  const media = keepFile(world, number, { bytes, mime_type, filename: file.name, lifetimeMs }, false);
  return fault?.outcome === 'lost_reply' ? Response.error() : { id: media.id };
}

function requireSupported(mimeType: string, bytes: Uint8Array): void {
  const { length } = bytes;
  const max = maxBytes(mimeType, bytes);
  const fail = (details: string) => new GraphError('whatsapp', 131053, { details });
  if (max === undefined) {
    throw fail(`Unsupported media type "${mimeType}".`);
  }
  if (length === 0) {
    throw fail('File is empty.');
  }
  if (length > max) {
    throw fail(`File is too large: ${length} bytes, at most ${max} for ${mimeType}.`);
  }
}

/** Returns the media in the path, if the token belongs to its business and the number, if given, is its owner. */
function requireOwnMedia(world: World, graph: GraphRequest): MediaFile {
  const business = authorize(world, graph);
  const media = world.state.media.get(graph.id);
  const asset = media && world.state.assets.get(media.asset_id);
  const number = graph.url.searchParams.get('phone_number_id');
  if (!media || asset?.business !== business || media.expires_at <= world.clock.now()) {
    throw unknownObject(graph);
  }
  if (number !== null && number !== asset.id) {
    throw unknownObject(graph);
  }
  return media;
}

/** GET /{media_id} */
export function getMedia(world: World, graph: GraphRequest): Json {
  const media = requireOwnMedia(world, graph);
  return {
    messaging_product: 'whatsapp',
    url: downloadUrl(world, media, isMetaHost(graph.url) ? undefined : graph.url.origin),
    mime_type: media.mime_type,
    sha256: media.sha256,
    // On Meta's page this is a string, although clients' types differ.
    // A string in the example of Meta's page, a number in published responses.
    file_size: media.bytes.length,
    id: media.id,
  };
}

/** DELETE /{media_id} */
export function deleteMedia(world: World, graph: GraphRequest): Json {
  world.state.media.delete(requireOwnMedia(world, graph).id);
  return { success: true };
}

/** GET of a media URL: requires the token, and returns 404 after the URL's five minutes. */
export function downloadMedia(world: World, request: HttpRequest): Promise<GraphReply | Response> {
  return answer(world, request, (_, graph) => {
    const business = requireToken(world, graph);
    const query = graph.url.searchParams;
    const media = world.state.media.get(query.get('mid') ?? '');
    const ext = Number(query.get('ext'));
    const own = media && world.state.assets.get(media.asset_id)?.business === business;
    if (!own || urlHash(media, ext) !== query.get('hash') || ext * 1000 <= world.clock.now()) {
      return new Response(null, { status: 404 });
    }
    return file(media);
  });
}

/** GET on the public host: attachments of Messenger and Instagram by their ID, and the samples of templates. */
export function downloadPublic(world: World, { url }: HttpRequest): Response {
  const id = url.pathname.split('/').at(-1) ?? '';
  const media = world.state.media.get(id);
  if (media) {
    return url.searchParams.get('oh') === urlHash(media, 0) ? file(media) : new Response(null, { status: 403 });
  }
  if (!id.includes('.')) {
    return new Response(null, { status: 404 });
  }
  return new Response(Buffer.from(placeholder('image/png')), { headers: { 'content-type': 'image/png' } });
}

function file(media: MediaFile): Response {
  return new Response(Buffer.from(media.bytes), {
    headers: { 'content-type': media.mime_type, 'content-length': String(media.bytes.length) },
  });
}
