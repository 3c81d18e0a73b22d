import { type Endpoint, unknownObject } from '../graph/endpoint.ts';
import { pickFields } from '../graph/fields.ts';
import type { GraphRequest } from '../graph/graph-request.ts';
import { page } from '../graph/page.ts';
import { invalid, param, requireNumber, requireParam, requireWord, SUCCESS } from '../graph/require.ts';
import { partOf } from '../world/part-of.ts';
import type { Json, State } from '../world/state.ts';

const MAX_LENGTH = 140;
const CODE_LENGTH = 14;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const SHOWN = ['code', 'prefilled_message', 'deep_link_url'];

const codes = partOf(() => new Map<string, Map<string, Json>>());

function codesOf(state: State, id: string): Map<string, Json> {
  const known = codes(state).get(id) ?? new Map<string, Json>();
  codes(state).set(id, known);
  return known;
}

/** GET, POST and DELETE /{phone_number_id}/message_qrdls[/{code}]: QR codes and short links with a message. */
export const messageQrdls: Endpoint = (world, graph) => {
  const number = requireNumber(world, graph);
  const known = codesOf(world.state, number.id);
  const code = graph.part ?? param(graph, 'code');
  const found = code === undefined ? undefined : known.get(code);
  if (code !== undefined && found === undefined) {
    throw unknownObject({ ...graph, id: code });
  }
  if (graph.method === 'GET') {
    if (found) {
      return { data: [shown(graph, found)] };
    }
    return page([...known.values()].reverse(), graph, (one) => shown(graph, one));
  }
  if (graph.method === 'DELETE') {
    known.delete(requireCode(code));
    return SUCCESS;
  }
  const prefilled_message = requireParam(graph, 'prefilled_message');
  if (prefilled_message.length > MAX_LENGTH) {
    throw invalid(`Invalid prefilled_message length. Maximum ${MAX_LENGTH} characters allowed`);
  }
  if (found) {
    return shown(graph, Object.assign(found, { prefilled_message }));
  }
  const image =
    param(graph, 'generate_qr_image') && requireWord(graph, 'generate_qr_image', ['PNG', 'SVG']).toLowerCase();
  const created = newCode(world.state, number.id, Math.floor(world.clock.now() / 1000));
  const added: Json = { ...created, prefilled_message };
  if (image) {
    added.qr_image_url = `https://scontent.xx.fbcdn.net/m1/v/t6/${created.code}.${image}`;
  }
  known.set(created.code, added);
  return pickFields(graph, added, image ? [...SHOWN, 'qr_image_url'] : SHOWN);
};

const shown = (graph: GraphRequest, code: Json): Json => {
  const asked = graph.url.searchParams.get('fields');
  if (asked === null) {
    return pickFields(graph, code, SHOWN);
  }
  // `qr_image_url.format(SVG)` asks for one format of the image.
  const format = /\.format\((\w+)\)/.exec(asked)?.[1]?.toLowerCase() ?? 'png';
  return pickFields(
    graph,
    { qr_image_url: `https://scontent.xx.fbcdn.net/m1/v/t6/${code.code}.${format}`, ...code },
    [],
  );
};

function requireCode(code: string | undefined): string {
  if (code === undefined) {
    throw invalid('The parameter code is required.');
  }
  return code;
}

function newCode({ ids }: State, owner: string, creation_time: number): { code: string; [field: string]: unknown } {
  const bytes = Buffer.from(ids.hex('qr', 2 * CODE_LENGTH, owner), 'hex');
  const code = [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return { code, deep_link_url: `https://wa.me/message/${code}`, creation_time };
}
