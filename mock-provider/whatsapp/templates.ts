import type { CallbackEvent } from '../callbacks/callback-event.ts';
import { GraphError } from '../graph/graph-error.ts';
import { list, object, text } from '../graph/graph-request.ts';
import type { Json, Template, Waba } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { unixSeconds } from './callbacks.ts';

/**
 * Adds a template in Meta's format, or changes the one with the same name and language. The app is notified of a new
 * status, or of `event`: an edit at Meta changes the components and is then APPROVED again.
 */
export function setTemplate(world: World, wabaId: string, { event, ...input }: Json): Template {
  const waba = requireWaba(world, wabaId);
  const name = text(input.name) ?? '';
  const language = text(input.language) ?? '';
  const found = world.state.template(wabaId, name, language);
  if (!found) {
    return addTemplate(world, waba, input);
  }
  const before = found.status;
  const components = input.components === undefined ? found.components : componentsOf(input);
  const status = text(input.status) ?? (event === undefined ? before : statusAfter(String(event), before));
  const reason = before === status ? found.rejected_reason : undefined;
  Object.assign(found, { rejected_reason: reason ?? usualReason(status) }, input, {
    id: found.id,
    components,
    status,
  });
  if (event !== undefined || found.status !== before) {
    announceTemplate(world, waba, found, text(event) ?? found.status, input);
  }
  return found;
}

/** The status of a template after an event with another name. A flagged template can still be sent. */
const STATUS_AFTER: Record<string, string> = {
  UNARCHIVED: 'APPROVED',
  UNLOCKED: 'APPROVED',
  UNPAUSED: 'APPROVED',
  REINSTATED: 'APPROVED',
  FLAGGED: 'APPROVED',
};
const STATUSES = [
  'APPROVED',
  'PENDING',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'IN_APPEAL',
  'PENDING_DELETION',
  'DELETED',
  'LIMIT_EXCEEDED',
  'ARCHIVED',
  'LOCKED',
];

/** Returns the status of a template after an event of Meta. After an event that is not in the tables, it stays. */
export function statusAfter(event: string, before: string): string {
  return STATUSES.includes(event) ? event : (STATUS_AFTER[event] ?? before);
}

export function addTemplate(world: World, waba: Waba, input: Json): Template {
  const template: Template = {
    status: 'APPROVED',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    rejected_reason: usualReason(input.status),
    quality_score: { score: 'UNKNOWN', date: unixSeconds(world) },
    ...structuredClone(input),
    id: text(input.id) ?? world.state.ids.object('template', waba.id),
    name: text(input.name) ?? '',
    language: text(input.language) ?? 'en_US',
    components: componentsOf(input),
  };
  waba.templates.push(template);
  world.state.templateWabas.set(template.id, waba.id);
  return template;
}

/** The default rejection reason. */
function usualReason(status: unknown): string {
  return status === 'REJECTED' ? 'INVALID_FORMAT' : 'NONE';
}

/** Returns a copy of the components with uppercase types, as in lists. Requests may use either case. */
export function componentsOf(input: Json): Json[] {
  return list(structuredClone(input.components)).map((one) => {
    const component = object(one);
    component.type = String(component.type).toUpperCase();
    if (component.type === 'HEADER') {
      component.format = String(component.format ?? 'TEXT').toUpperCase();
    }
    for (const button of list(component.buttons).map(object)) {
      button.type = String(button.type).toUpperCase();
    }
    return component;
  });
}

export function requireWaba(world: World, id: string): Waba {
  const waba = world.state.wabas.get(id);
  if (!waba) {
    throw new GraphError('whatsapp', 100, { message: `No WhatsApp Business Account with id ${id}` });
  }
  return waba;
}

/** "message_template_status_update": notifies the app that a template was approved, rejected, paused, ... */
export function announceTemplate(world: World, waba: Waba, template: Template, event: string, extra: Json = {}): void {
  const { state } = world;
  const callback: CallbackEvent = {
    channel: 'whatsapp',
    business: waba.business,
    business_id: waba.id,
    event: 'template',
    entry: {
      id: waba.id,
      time: unixSeconds(world),
      changes: [{ field: 'message_template_status_update', value: templateValue(world, template, event, extra) }],
    },
  };
  world.work.start(async () => {
    if (world.state === state) {
      await world.callbacks.emit(callback);
    }
  });
}

/** Only some events have details: `rejection_info` with INVALID_FORMAT, `other_info` with a pause or lock. */
export function templateValue(world: World, template: Template, event: string, extra: Json): Json {
  // Null if a deletion is scheduled.
  const reason = event === 'PENDING_DELETION' ? null : event === 'REJECTED' ? template.rejected_reason : 'NONE';
  return {
    event,
    // A number in callbacks, a string everywhere else.
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: text(extra.event_language) ?? template.language,
    reason,
    message_template_category: template.category,
    ...(reason === 'INVALID_FORMAT'
      ? { rejection_info: object(extra.rejection_info).reason ? extra.rejection_info : REJECTION_INFO }
      : {}),
    ...(event === 'DISABLED' ? { disable_info: extra.disable_info ?? { disable_date: unixSeconds(world) } } : {}),
    ...(event in OTHER_INFO ? { other_info: extra.other_info ?? OTHER_INFO[event] } : {}),
  };
}

const REJECTION_INFO = {
  reason: 'Your message template contains invalid formatting.',
  recommendation: 'Check the placeholders and their examples, then submit the template again.',
};

const OTHER_INFO: Record<string, Json> = {
  PAUSED: {
    title: 'FIRST_PAUSE',
    description: 'Your WhatsApp message template has been paused for 3 hours because it had issues.',
  },
  LOCKED: { title: 'RATE_LIMITING_PAUSE', description: 'Your WhatsApp message template has been locked.' },
  UNPAUSED: { title: 'UNPAUSE', description: 'Your WhatsApp message template is active again.' },
};
