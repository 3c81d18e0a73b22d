import { libraryTemplate } from '../accounts/template-library.ts';
import { GraphError } from '../graph/graph-error.ts';
import { type GraphRequest, list, object, text } from '../graph/graph-request.ts';
import { refusal } from '../graph/refusal.ts';
import type { Json, Template, Waba } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { requireOwnWaba } from './template-list.ts';
import { writePresets } from './template-presets.ts';
import { placeholders } from './template-send.ts';
import { addTemplate, announceTemplate, componentsOf } from './templates.ts';

const HOUR_MS = 60 * 60 * 1000;
const MAX_TEMPLATES = 250;
const MAX_CREATED_PER_HOUR = 100;
const CATEGORIES = ['AUTHENTICATION', 'MARKETING', 'UTILITY'];
const TEXT_MAX: Record<string, number> = { HEADER: 60, BODY: 1024, FOOTER: 60 };
const TEXT_CODES: Record<string, number> = { HEADER: 2388047, BODY: 2388072, FOOTER: 2388073 };

/** POST /{waba_id}/message_templates: creates a template, PENDING until `setTemplate` changes its status. */
export async function createTemplate(world: World, graph: GraphRequest): Promise<Json | Response> {
  const waba = requireOwnWaba(world, graph);
  const refused = await templateFault(world, graph, waba);
  if (refused) {
    return refused;
  }
  const library = fromLibrary(graph.body);
  const body = { ...graph.body, ...library };
  checkTemplate(body);
  const category = requireCategory(body.category);
  const components = requireComponents(body, category);
  const now = world.clock.now();
  waba.created = waba.created.filter((at) => now - at < HOUR_MS);
  if (waba.created.length >= MAX_CREATED_PER_HOUR) {
    throw new GraphError('whatsapp', 80007);
  }
  if (waba.templates.length >= MAX_TEMPLATES) {
    throw new GraphError('whatsapp', 2388019);
  }
  if (world.state.template(waba.id, String(body.name), String(body.language))) {
    throw new GraphError('whatsapp', 2388024, {
      userMessage: `There is already ${languageName(String(body.language))} content for this template. You can create a new template and try again.`,
    });
  }
  waba.created.push(now);
  const { name, language, parameter_format } = body;
  const format = parameter_format === undefined ? {} : { parameter_format: String(parameter_format).toUpperCase() };
  const template = addTemplate(world, waba, {
    name,
    language,
    category,
    // Templates of the library need no review.
    status: library ? 'APPROVED' : 'PENDING',
    components,
    ...format,
    ...(library ? { library_template_name: body.library_template_name } : {}),
  });
  return { id: template.id, status: template.status, category: template.category };
}

/** Returns the content of the library template that the request names; undefined if it names none. */
function fromLibrary({ library_template_name, language, library_template_button_inputs }: Json): Json | undefined {
  const name = text(library_template_name);
  if (name === undefined) {
    return undefined;
  }
  const found = libraryTemplate(name, String(language));
  if (!found) {
    throw new GraphError('whatsapp', 100, { message: `Library template ${name} does not exist in ${language}` });
  }
  const inputs = list(library_template_button_inputs).map(object);
  const buttons = found.buttons?.map((button, index) => {
    const url = object(inputs[index]?.url).base_url;
    return { ...button, ...(url === undefined ? {} : { url }) };
  });
  return {
    category: found.category,
    components: [
      ...(found.header === undefined ? [] : [{ type: 'HEADER', format: 'TEXT', text: found.header }]),
      { type: 'BODY', text: found.body, example: { body_text: [found.body_params] } },
      ...(buttons ? [{ type: 'BUTTONS', buttons }] : []),
    ],
  };
}

/** Returns the fault that applies to an account's templates, if any. */
export async function templateFault(world: World, graph: GraphRequest, waba: Waba): Promise<Response | undefined> {
  const fault = world.faults.take('template', { channel: 'whatsapp', business_id: waba.id, key: waba.id });
  return refusal(world, graph.replyTracker, fault, 'whatsapp');
}

function checkTemplate(body: Json): void {
  for (const field of ['name', 'language', 'category', 'components']) {
    if (body[field] === undefined || body[field] === '') {
      throw new GraphError('whatsapp', 100, { message: `The parameter ${field} is required.` });
    }
  }
  if (!/^[a-z0-9_]{1,512}$/.test(String(body.name))) {
    throw new GraphError('whatsapp', 2388046);
  }
}

function languageName(code: string): string {
  const [language = code] = code.split('_');
  return new Intl.DisplayNames('en', { type: 'language', fallback: 'code' }).of(language.toLowerCase()) ?? code;
}

function requireCategory(value: unknown): string {
  const category = String(value).toUpperCase();
  if (CATEGORIES.includes(category)) {
    return category;
  }
  throw new GraphError('whatsapp', 100, {
    message: `Param category must be one of {${CATEGORIES.join(', ')}} - got "${String(value)}".`,
  });
}

/** Returns the components of the new template, after validation. */
function requireComponents(body: Json, category: string): Json[] {
  const components = componentsOf(body);
  if (category === 'AUTHENTICATION') {
    writePresets(components);
  }
  if (!components.some(({ type }) => type === 'BODY')) {
    throw new GraphError('whatsapp', 2388072);
  }
  for (const component of components) {
    checkComponent(component, category);
  }
  return components;
}

function checkComponent(component: Json, category: string): void {
  const type = String(component.type);
  const source = text(component.text);
  const max = TEXT_MAX[type];
  if (max === undefined) {
    return;
  }
  if (source === undefined) {
    if (type !== 'HEADER' || component.format === 'TEXT') {
      throw new GraphError('whatsapp', TEXT_CODES[type] ?? 100);
    }
    return;
  }
  if (source.length > max) {
    throw new GraphError('whatsapp', 2388040, { userMessage: `${type} must be at most ${max} characters long.` });
  }
  if (type === 'FOOTER' && placeholders(source).length > 0) {
    throw new GraphError('whatsapp', 2388073);
  }
  // A one-time password may be at either end.
  if (type === 'BODY' && category !== 'AUTHENTICATION' && /^\s*\{\{|\}\}\s*$/.test(source)) {
    throw new GraphError('whatsapp', 2388299);
  }
}

/** DELETE /{waba_id}/message_templates?name=..[&hsm_id=..]: all languages of a name, or the one with that ID. */
export function deleteTemplates(world: World, graph: GraphRequest): Json {
  const waba = requireOwnWaba(world, graph);
  const name = text(graph.body.name);
  const id = text(graph.body.hsm_id);
  if (name === undefined) {
    throw new GraphError('whatsapp', 100, { message: 'The parameter name is required.' });
  }
  const doomed = waba.templates.filter((one) => one.name === name && (id === undefined || one.id === id));
  if (doomed.length === 0) {
    throw new GraphError('whatsapp', 2593002, {
      userMessage: `The message template ${name} wasn't found for this account.`,
    });
  }
  waba.templates = waba.templates.filter((one) => !doomed.includes(one));
  for (const template of doomed) {
    world.state.templateWabas.delete(template.id);
  }
  for (const template of doomed) {
    announceTemplate(world, waba, template, 'PENDING_DELETION');
  }
  return { success: true };
}

const EDITABLE = ['components', 'category', 'message_send_ttl_seconds', 'cta_url_link_tracking_opted_out'];

/** POST /{template_id}: edits a template, which returns to review. */
export function editTemplate(world: World, waba: Waba, template: Template, body: Json): Json {
  const asked = EDITABLE.filter((field) => body[field] !== undefined);
  if (asked.length === 0) {
    throw new GraphError('whatsapp', 100, { message: 'The parameter components is required.' });
  }
  const before = template.status;
  const category = requireCategory(body.category ?? template.category);
  const components = asked.includes('components') ? requireComponents(body, category) : template.components;
  for (const field of asked) {
    template[field] = body[field];
  }
  Object.assign(template, { category, components, status: 'PENDING', rejected_reason: 'NONE' });
  if (before !== 'PENDING') {
    announceTemplate(world, waba, template, 'PENDING');
  }
  return { success: true };
}
