import { createHash } from 'node:crypto';
import { authorize, type Endpoint, unknownObject } from '../graph/endpoint.ts';
import type { NodeKind } from '../graph/node-kind.ts';
import { invalid, param, requireParam } from '../graph/require.ts';
import { partOf } from '../world/part-of.ts';
import type { Business } from '../world/state.ts';

const TYPES = ['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'video/mp4'];

interface UploadSession {
  business: Business;
  length: number;
  type: string;
  name?: string;
  bytes: Buffer;
}

const uploads = partOf(() => new Map<string, UploadSession>());

/** POST /{app_id}/uploads: starts a session of the Resumable Upload API. `app` is the app of the token. */
export const createUpload: Endpoint = (world, graph) => {
  const business = authorize(world, graph, 'messenger');
  if (graph.id !== 'app' && graph.id !== world.settings.appId) {
    throw unknownObject(graph);
  }
  const length = Number(requireParam(graph, 'file_length'));
  const type = requireParam(graph, 'file_type');
  if (!Number.isSafeInteger(length) || length < 1) {
    throw invalid('Param file_length must be an integer greater than 0');
  }
  if (!TYPES.includes(type)) {
    throw invalid(`Param file_type must be one of {${TYPES.join(', ')}} - got "${type}".`);
  }
  const name = param(graph, 'file_name');
  const id = `upload:${Buffer.from(`1:attachment:${world.state.ids.object('upload', business.id)}`).toString('base64url')}`;
  uploads(world.state).set(id, { business, length, type, name, bytes: Buffer.alloc(0) });
  return { id: `${id}?sig=${world.state.ids.hex('sig', 20, id)}` };
};

/**
 * /{upload_session_id}: POST stores bytes from the header `file_offset` on and returns the file's handle when all are
 * there. GET returns the offset from which an interrupted upload continues.
 */
export const uploadNode: NodeKind<UploadSession> = {
  find: (world, graph) => uploads(world.state).get(graph.id),
  async post(world, graph, upload) {
    if (authorize(world, graph, 'messenger') !== upload.business) {
      throw unknownObject(graph);
    }
    const offset = Number(graph.request.header('file_offset') ?? Number.NaN);
    if (!Number.isSafeInteger(offset) || offset < 0) {
      throw invalid('The header file_offset is required.');
    }
    if (offset > upload.bytes.length) {
      throw invalid(`The next file_offset is ${upload.bytes.length}.`);
    }
    const chunk = graph.bytes ?? new Uint8Array();
    upload.bytes = Buffer.concat([upload.bytes.subarray(0, offset), chunk]);
    if (upload.bytes.length > upload.length) {
      throw invalid(`The file is longer than its file_length ${upload.length}.`);
    }
    if (upload.bytes.length < upload.length) {
      return { id: graph.id, file_offset: upload.bytes.length };
    }
    return { h: handleOf(upload) };
  },
  get(world, graph, upload) {
    if (authorize(world, graph, 'messenger') !== upload.business) {
      throw unknownObject(graph);
    }
    return { id: graph.id, file_offset: upload.bytes.length };
  },
};

/** Handles look like `4:name:type:hash:e:expiry:app:user:signature`, each part in base64. */
function handleOf({ name = 'file', type, bytes }: UploadSession): string {
  const base64 = (part: string) => Buffer.from(part).toString('base64');
  const hash = createHash('sha256').update(bytes).digest('base64url');
  return `4:${base64(name)}:${base64(type)}:${hash}:e:1700000000:${base64('app')}:${base64('user')}`;
}
