import type { Json } from '../world/state.ts';
import { fieldsOf, type RecordedExchange } from './cassette.ts';
import { eventsOf } from './events.ts';

interface SentParameter {
  type?: string;
  parameter_name?: string;
}

interface SentTemplate {
  name: string;
  language?: { code?: string };
  components?: { type?: string; sub_type?: string; parameters?: SentParameter[] }[];
}

/** One fact about a template, in the order of the cassette. */
interface TemplateSighting {
  name: string;
  language: string;
  /** `created` by the app, `shown` by Meta with its components, `sent` in a message, `decided` by Meta. */
  how: 'created' | 'shown' | 'sent' | 'decided';
  template: Json;
}

/** Codes of errors about a message whose template exists: a wrong number or format of parameters, paused, disabled. */
const EXISTS = [132000, 132012, 132015, 132016];
const OTHER_COUNT = 132000;

/**
 * Returns the templates that existed before a cassette was recorded: those that Meta showed or decided about, and
 * templates that accept the messages that Meta accepted.
 */
export function templatesOf(exchanges: readonly RecordedExchange[]): Json[] {
  const byTemplate = new Map<string, TemplateSighting[]>();
  const billed = billedAs(exchanges);
  for (const sighting of exchanges.flatMap((exchange) => sightingsOf(exchange, billed))) {
    const key = `${sighting.name}|${sighting.language}`;
    byTemplate.set(key, [...(byTemplate.get(key) ?? []), sighting]);
  }
  const known = [...byTemplate.values()].flatMap((sightings) => {
    const [first] = sightings;
    // The mock gets the same request to create it.
    if (!first || first.how === 'created') {
      return [];
    }
    const shown = sightings.find(({ how }) => how === 'shown');
    const sent = sightings.find(({ how }) => how === 'sent');
    const decided = sightings.find(({ how }) => how === 'decided');
    const { name, language } = first;
    return [
      {
        name,
        language,
        components: [BODY],
        status: 'APPROVED',
        ...decided?.template,
        ...sent?.template,
        ...shown?.template,
        // A decision has the status before it.
        ...(first.how === 'decided' && { status: first.template.status }),
      },
    ];
  });
  const named = new Set([...exchanges.map(createdId), ...known.map(({ id }: Json) => id)]);
  const others = [...new Set(exchanges.flatMap(idsIn))].filter((id) => !named.has(id));
  const language = 'en_US';
  return [...known, ...others.map((id) => ({ id, name: `template_${id}`, language, components: [BODY] }))];
}

const BODY = { type: 'BODY', text: 'text' };

function createdId({ request, response }: RecordedExchange): unknown {
  const creates = request.method === 'POST' && /\/message_templates$/.test(request.path);
  return creates ? fieldsOf(response?.body).id : undefined;
}

/** Returns the IDs of the templates that an accepted request edits or counts. */
function idsIn({ kind, request, response }: RecordedExchange): string[] {
  if (kind !== 'request' || response?.status !== 200) {
    return [];
  }
  const fields = fieldsOf(request.body);
  const [, node] = /^(?:\/v\d+\.\d+)?\/(\d+)$/.exec(request.path) ?? [];
  if (node !== undefined && request.method === 'POST' && Array.isArray(fields.components)) {
    return [node];
  }
  return /\/template_analytics$/.test(request.path) ? (String(request.query.template_ids).match(/\d+/g) ?? []) : [];
}

function sightingsOf({ kind, request, response }: RecordedExchange, billed: Map<string, string>): TemplateSighting[] {
  if (kind === 'callback') {
    return decisionsOf(fieldsOf(request.body));
  }
  const fields = fieldsOf(request.body);
  const answer = fieldsOf(response?.body);
  const sent = fields.template as SentTemplate | undefined;
  if (sent) {
    const code = (answer.error as { code?: number } | undefined)?.code;
    if (response?.status !== 200 && !EXISTS.includes(code ?? 0)) {
      return [];
    }
    const [message] = (answer.messages ?? []) as { id: string }[];
    const category = billed.get(message?.id ?? '');
    const template: Json = { ...fromMessage(sent, code === OTHER_COUNT ? 1 : 0), ...(category && { category }) };
    return [{ name: sent.name, language: String(template.language), how: 'sent', template }];
  }
  if (response?.status !== 200) {
    return [];
  }
  if (request.method === 'DELETE' && /\/message_templates$/.test(request.path)) {
    const { name, hsm_id } = { ...request.query, ...fields };
    const template = hsm_id === undefined ? {} : { id: String(hsm_id) };
    return [{ name: String(name), language: 'en_US', how: 'sent', template }];
  }
  const isList = /\/message_templates$/.test(request.path);
  if (isList && request.method === 'POST') {
    return [{ name: String(fields.name), language: String(fields.language), how: 'created', template: {} }];
  }
  const shown = isList ? ((answer.data ?? []) as Json[]) : answer.components === undefined ? [] : [answer];
  return shown.map((template) => ({
    name: String(template.name),
    language: String(template.language),
    how: 'shown',
    template,
  }));
}

const CATEGORY = /^(marketing|utility|authentication)/;

/** Returns the category of the template of each message, from the price in its statuses. */
function billedAs(exchanges: readonly RecordedExchange[]): Map<string, string> {
  const statuses = exchanges
    .filter(({ kind }) => kind === 'callback')
    .flatMap(({ request }) => eventsOf(fieldsOf(request.body)))
    .flatMap(({ value }) => (value as { statuses?: { id: string; pricing?: { category?: string } }[] }).statuses ?? []);
  return new Map(
    statuses.flatMap(({ id, pricing }) => {
      const category = CATEGORY.exec(pricing?.category ?? '')?.[1]?.toUpperCase();
      return category === undefined ? [] : [[id, category] as const];
    }),
  );
}

interface TemplateDecision {
  event?: string;
  message_template_id?: number;
  message_template_name?: string;
  message_template_language?: string;
  message_template_category?: string;
}

/** The statuses of templates that Meta reviewed. It decides all others about a template that is in use. */
const REVIEWED = ['APPROVED', 'REJECTED'];

function decisionsOf({ entry = [] }: { entry?: { changes?: Json[] }[] }): TemplateSighting[] {
  const changes = entry.flatMap((one) => one.changes ?? []) as { field?: string; value?: TemplateDecision }[];
  return changes.flatMap(({ field, value = {} }): TemplateSighting[] => {
    if (field !== 'message_template_status_update') {
      return [];
    }
    const { event = '', message_template_name: name = '', message_template_language: language = '' } = value;
    const status = REVIEWED.includes(event) ? 'PENDING' : 'APPROVED';
    const template = { id: String(value.message_template_id), status, category: value.message_template_category };
    return [{ name, language, how: 'decided', template }];
  });
}

/** Returns a template that accepts the parameters of a message, or one that has more variables in its body. */
function fromMessage({ name, language, components = [] }: SentTemplate, more: number): Json {
  const parts = components.map(({ type, ...one }) => ({ ...one, type: type?.toLowerCase() }));
  const body = parts.find(({ type }) => type === 'body')?.parameters ?? [];
  const header = parts.find(({ type }) => type === 'header')?.parameters ?? [];
  const buttons = parts
    .filter(({ type }) => type === 'button')
    .map(({ sub_type = '' }) => buttonOf(sub_type.toLowerCase()));
  const isNamed = [...body, ...header].some(({ parameter_name }) => parameter_name !== undefined);
  return {
    name,
    language: language?.code ?? 'en_US',
    status: 'APPROVED',
    category: 'UTILITY',
    parameter_format: isNamed ? 'NAMED' : 'POSITIONAL',
    components: [
      ...(header[0] ? [headerOf(header)] : []),
      { type: 'BODY', text: ['text', ...variables([...body, ...Array<SentParameter>(more).fill({})])].join(' ') },
      ...(buttons.length > 0 ? [{ type: 'BUTTONS', buttons }] : []),
    ],
  };
}

const variables = (parameters: SentParameter[]) =>
  parameters.map(({ parameter_name }, index) => `{{${parameter_name ?? index + 1}}}`);

function headerOf(parameters: SentParameter[]): Json {
  const type = parameters[0]?.type ?? 'text';
  if (type === 'text') {
    return { type: 'HEADER', format: 'TEXT', text: `text ${variables(parameters).join(' ')}` };
  }
  return { type: 'HEADER', format: type.toUpperCase() };
}

function buttonOf(subType: string): Json {
  return subType === 'url'
    ? { type: 'URL', text: 'Open', url: 'https://example.com/{{1}}' }
    : { type: subType.toUpperCase(), text: 'Choose' };
}
