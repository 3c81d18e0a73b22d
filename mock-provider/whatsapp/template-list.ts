import { authorize, isMetaHost, unknownObject } from '../graph/endpoint.ts';
import { pickFields } from '../graph/fields.ts';
import { GraphError } from '../graph/graph-error.ts';
import type { GraphRequest } from '../graph/graph-request.ts';
import { page } from '../graph/page.ts';
import type { Json, Template, Waba } from '../world/state.ts';
import type { World } from '../world/world.ts';

/** Returns the WABA in the path, if the token can manage it. */
export function requireOwnWaba(world: World, graph: GraphRequest): Waba {
  const business = authorize(world, graph);
  const waba = world.state.wabas.get(graph.id);
  if (waba?.business !== business) {
    throw unknownObject(graph);
  }
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
  if (value === null || value === '') {
    return undefined;
  }
  if (!value.startsWith('[')) {
    return value.split(',');
  }
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
  if (isMetaHost(graph.url)) {
    return shown;
  }
  return JSON.parse(JSON.stringify(shown).replaceAll(SAMPLE_HOST, graph.url.origin)) as Json;
}
