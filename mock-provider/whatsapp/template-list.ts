import { authorize, isMetaHost, unknownObject } from '../graph/endpoint.ts';
import { pickFields } from '../graph/fields.ts';
import { GraphError } from '../graph/graph-error.ts';
import type { GraphRequest } from '../graph/graph-request.ts';
import type { Json, Template, Waba } from '../world/state.ts';
import type { World } from '../world/world.ts';

const DEFAULT_LIMIT = 25;

/** Returns the WABA in the path, if the token can manage it. */
export function requireOwnWaba(world: World, graph: GraphRequest): Waba {
  const business = authorize(world, graph);
  const waba = world.state.wabas.get(graph.id);
  if (waba?.business !== business) throw unknownObject(graph);
  return waba;
}

/** GET /{waba_id}/message_templates: filtered and paginated, sorted by creation time in either direction. */
export function listTemplates(world: World, graph: GraphRequest): Json {
  const waba = requireOwnWaba(world, graph);
  const query = graph.url.searchParams;
  const matching = waba.templates.filter((template) => matches(template, query));
  return {
    ...page(matching, graph, (template) => showTemplate(graph, template)),
    ...(query.has('summary') ? { summary: summary(waba, matching) } : {}),
  };
}

function summary(waba: Waba, matching: Template[]): Json {
  return {
    total_count: matching.length,
    message_template_count: waba.templates.length,
    message_template_limit: 250,
    are_translations_complete: true,
  };
}

/** Filters accept one value or, as some clients send, a JSON array of values. */
function values(query: URLSearchParams, name: string): string[] | undefined {
  const value = query.get(name);
  if (value === null || value === '') return undefined;
  if (!value.startsWith('[')) return value.split(',');
  try {
    return (JSON.parse(value) as unknown[]).map(String);
  } catch {
    throw new GraphError('whatsapp', 100, { message: `Param ${name} must be an array.` });
  }
}

function matches(template: Template, query: URLSearchParams): boolean {
  const exact = (name: string, actual: string) =>
    values(query, name)?.some((value) => value.toLowerCase() === actual.toLowerCase()) ?? true;
  const needle = query.get('name_or_content')?.toLowerCase();
  return (
    exact('name', template.name) &&
    exact('status', template.status) &&
    exact('category', template.category) &&
    exact('language', template.language) &&
    exact('quality_score', template.quality_score.score) &&
    (needle === undefined || JSON.stringify([template.name, template.components]).toLowerCase().includes(needle))
  );
}

const DEFAULT_FIELDS = [
  'name',
  'parameter_format',
  'components',
  'language',
  'status',
  'category',
  'previous_category',
  'sub_category',
  'id',
];

const SAMPLE_HOST = 'https://scontent.whatsapp.net';

/** Returns a template with the requested fields. Over HTTP, its header samples are on the mock's origin. */
export function showTemplate(graph: GraphRequest, template: Template): Json {
  const shown = pickFields(graph, template, DEFAULT_FIELDS);
  if (isMetaHost(graph.url)) return shown;
  return JSON.parse(JSON.stringify(shown).replaceAll(SAMPLE_HOST, graph.url.origin)) as Json;
}

/** Graph's cursors look like `MjQZD`: a position in base64, with its padding written as ZD. */
function cursor(position: number): string {
  return Buffer.from(String(position)).toString('base64').replaceAll('=', 'ZD');
}

function position(value: string): number {
  const found = Number(Buffer.from(value.replaceAll('ZD', '='), 'base64').toString());
  if (!Number.isSafeInteger(found))
    throw new GraphError('whatsapp', 100, { message: 'Invalid cursors values are used' });
  return found;
}

/** Returns a page of a list with Graph's `paging`. `next` and `previous` are present only if such a page exists. */
function page<Item>(items: Item[], graph: GraphRequest, shape: (item: Item) => Json): Json {
  const query = graph.url.searchParams;
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT);
  if (!Number.isInteger(limit) || limit < 1)
    throw new GraphError('whatsapp', 100, { message: 'Param limit must be an integer greater than 0' });
  const after = query.get('after');
  const before = query.get('before');
  const start = after !== null ? position(after) + 1 : before !== null ? Math.max(0, position(before) - limit) : 0;
  const end = before !== null && after === null ? position(before) : start + limit;
  const shown = items.slice(start, end);
  if (shown.length === 0) return { data: [] };
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
