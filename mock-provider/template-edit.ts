import { GraphError } from './graph-error.ts';
import { type GraphRequest, text } from './graph-request.ts';
import { refusal } from './refusal.ts';
import type { Json, Template, Waba } from './state.ts';
import { requireOwnWaba } from './template-list.ts';
import { placeholders } from './template-send.ts';
import { addTemplate, announceTemplate, componentsOf } from './templates.ts';
import type { World } from './world.ts';

const HOUR_MS = 60 * 60 * 1000;
const MAX_TEMPLATES = 250;
const MAX_CREATED_PER_HOUR = 100;
const CATEGORIES = ['AUTHENTICATION', 'MARKETING', 'UTILITY'];
const TEXT_MAX: Record<string, number> = { HEADER: 60, BODY: 1024, FOOTER: 60 };
const TEXT_CODES: Record<string, number> = { HEADER: 2388047, BODY: 2388072, FOOTER: 2388073 };

/** POST /{waba_id}/message_templates: a new template, PENDING until `setTemplate` decides about it. */
export async function createTemplate(world: World, graph: GraphRequest): Promise<Json | Response> {
  const waba = requireOwnWaba(world, graph);
  const refused = await templateFault(world, graph, waba);
  if (refused) return refused;
  const { body } = graph;
  checkTemplate(body);
  const now = world.clock.now();
  waba.created = waba.created.filter((at) => now - at < HOUR_MS);
  if (waba.created.length >= MAX_CREATED_PER_HOUR) throw new GraphError('whatsapp', 80007);
  if (waba.templates.length >= MAX_TEMPLATES) throw new GraphError('whatsapp', 2388019);
  if (world.state.template(waba.id, String(body.name), String(body.language))) {
    throw new GraphError('whatsapp', 100, { subcode: 2388024, message: 'Content in this language already exists' });
  }
  waba.created.push(now);
  const { name, language, category, components, parameter_format } = body;
  const format = parameter_format === undefined ? {} : { parameter_format: String(parameter_format).toUpperCase() };
  const template = addTemplate(world, waba, {
    name,
    language,
    category: String(category).toUpperCase(),
    status: 'PENDING',
    components,
    ...format,
  });
  return { id: template.id, status: template.status, category: template.category };
}

async function templateFault(world: World, graph: GraphRequest, waba: Waba): Promise<Response | undefined> {
  const fault = world.faults.take('template', { channel: 'whatsapp', business_id: waba.id, key: waba.id });
  return refusal(world, graph.door, fault, 'whatsapp');
}

function checkTemplate(body: Json): void {
  for (const field of ['name', 'language', 'category', 'components']) {
    if (body[field] === undefined || body[field] === '')
      throw new GraphError('whatsapp', 100, { message: `The parameter ${field} is required.` });
  }
  if (!/^[a-z0-9_]{1,512}$/.test(String(body.name))) {
    throw new GraphError('whatsapp', 100, {
      message: 'Param name can only have lowercase letters, digits and underscores, at most 512.',
    });
  }
  if (!CATEGORIES.includes(String(body.category).toUpperCase())) {
    throw new GraphError('whatsapp', 100, {
      message: `Param category must be one of {${CATEGORIES.join(', ')}} - got "${String(body.category)}".`,
    });
  }
  const components = componentsOf(body);
  if (!components.some(({ type }) => type === 'BODY')) throw new GraphError('whatsapp', 2388072);
  for (const component of components) checkComponent(component);
}

function checkComponent(component: Json): void {
  const type = String(component.type);
  const source = text(component.text);
  const max = TEXT_MAX[type];
  if (max === undefined) return;
  if (source === undefined) {
    if (type !== 'HEADER' || component.format === 'TEXT') throw new GraphError('whatsapp', TEXT_CODES[type] ?? 100);
    return;
  }
  if (source.length > max)
    throw new GraphError('whatsapp', 2388040, { details: `${type} must be at most ${max} characters long.` });
  if (type === 'FOOTER' && placeholders(source).length > 0) throw new GraphError('whatsapp', 2388073);
  if (type === 'BODY' && /^\s*\{\{|\}\}\s*$/.test(source)) throw new GraphError('whatsapp', 2388299);
}

/** DELETE /{waba_id}/message_templates?name=..[&hsm_id=..]: all languages of a name, or the one with that id. */
export function deleteTemplates(world: World, graph: GraphRequest): Json {
  const waba = requireOwnWaba(world, graph);
  const name = text(graph.body.name);
  const id = text(graph.body.hsm_id);
  if (name === undefined) throw new GraphError('whatsapp', 100, { message: 'The parameter name is required.' });
  const doomed = waba.templates.filter((one) => one.name === name && (id === undefined || one.id === id));
  if (doomed.length === 0)
    throw new GraphError('whatsapp', 100, { subcode: 2593002, message: 'Message template not found' });
  waba.templates = waba.templates.filter((one) => !doomed.includes(one));
  for (const template of doomed) announceTemplate(world, waba, template, 'PENDING_DELETION');
  return { success: true };
}

/** POST /{template_id}: an edited template goes back to review. */
export function editTemplate(world: World, waba: Waba, template: Template, body: Json): Json {
  const before = template.status;
  const components = componentsOf(body);
  for (const component of components) checkComponent(component);
  if (components.length > 0) template.components = components;
  if (body.category !== undefined) template.category = String(body.category).toUpperCase();
  template.status = 'PENDING';
  if (before !== 'PENDING') announceTemplate(world, waba, template, 'PENDING');
  return { success: true };
}
