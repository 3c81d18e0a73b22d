import type { Json } from '../world/state.ts';
import { type Exchange, fieldsOf } from './cassette.ts';

interface Parameter {
  type?: string;
  parameter_name?: string;
}

interface Sent {
  name: string;
  language?: { code?: string };
  components?: { type?: string; sub_type?: string; parameters?: Parameter[] }[];
}

/** Returns the templates that a cassette lists, and templates that accept the messages that Meta accepted. */
export function templatesOf(exchanges: readonly Exchange[]): Json[] {
  const found = new Map<string, Json>();
  const requests = exchanges.filter(({ kind, response }) => kind === 'request' && response?.status === 200);
  for (const { request, response } of requests) {
    if (!/\/message_templates$/.test(request.path) || request.method !== 'GET') continue;
    const { data } = fieldsOf(response?.body) as { data?: Json[] };
    for (const template of data ?? []) found.set(`${template.name}|${template.language}`, template);
  }
  for (const { request } of requests) {
    const template = fieldsOf(request.body).template as Sent | undefined;
    const key = `${template?.name}|${template?.language?.code}`;
    if (template && !found.has(key)) found.set(key, fromMessage(template));
  }
  return [...found.values()];
}

/** Returns a template that accepts the parameters of a message. */
function fromMessage({ name, language, components = [] }: Sent): Json {
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
      { type: 'BODY', text: ['text', ...variables(body)].join(' ') },
      ...(buttons.length > 0 ? [{ type: 'BUTTONS', buttons }] : []),
    ],
  };
}

const variables = (parameters: Parameter[]) =>
  parameters.map(({ parameter_name }, index) => `{{${parameter_name ?? index + 1}}}`);

function headerOf(parameters: Parameter[]): Json {
  const type = parameters[0]?.type ?? 'text';
  if (type === 'text') return { type: 'HEADER', format: 'TEXT', text: `text ${variables(parameters).join(' ')}` };
  return { type: 'HEADER', format: type.toUpperCase() };
}

function buttonOf(subType: string): Json {
  return subType === 'url'
    ? { type: 'URL', text: 'Open', url: 'https://example.com/{{1}}' }
    : { type: subType.toUpperCase(), text: 'Choose' };
}
