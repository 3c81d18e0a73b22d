import type { Json } from '../world/state.ts';
import { GraphError } from './graph-error.ts';
import type { GraphRequest } from './graph-request.ts';

const DEFAULT_LIMIT = 25;

/** Graph's cursors look like `MjQZD`: a position in base64, with its padding written as ZD. */
function cursor(position: number): string {
  return Buffer.from(String(position)).toString('base64').replaceAll('=', 'ZD');
}

function position(value: string): number {
  const found = Number(Buffer.from(value.replaceAll('ZD', '='), 'base64').toString());
  if (!Number.isSafeInteger(found)) {
    throw new GraphError('whatsapp', 100, { message: 'Invalid cursors values are used' });
  }
  return found;
}

/** Returns a page of a list with Graph's `paging`. `next` and `previous` are present only if such a page exists. */
export function page<Item>(items: Item[], graph: GraphRequest, shape: (item: Item) => Json): Json {
  const query = graph.url.searchParams;
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT);
  if (!Number.isInteger(limit) || limit < 1) {
    throw new GraphError('whatsapp', 100, { message: 'Param limit must be an integer greater than 0' });
  }
  const after = query.get('after');
  const before = query.get('before');
  const start = after !== null ? position(after) + 1 : before !== null ? Math.max(0, position(before) - limit) : 0;
  const end = before !== null && after === null ? position(before) : start + limit;
  const shown = items.slice(start, end);
  if (shown.length === 0) {
    return { data: [] };
  }
  const cursors = { before: cursor(start), after: cursor(start + shown.length - 1) };
  return {
    data: shown.map(shape),
    paging: {
      cursors,
      ...(start + shown.length < items.length ? { next: link(graph, 'after', cursors.after) } : {}),
      ...(start > 0 ? { previous: link(graph, 'before', cursors.before) } : {}),
    },
  };
}

function link(graph: GraphRequest, name: 'after' | 'before', value: string): string {
  const url = new URL(graph.url);
  url.searchParams.delete('after');
  url.searchParams.delete('before');
  url.searchParams.set(name, value);
  return url.href;
}
