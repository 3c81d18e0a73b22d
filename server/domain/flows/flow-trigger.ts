import type { Tx } from '../../store/index.ts';
import type { Template } from '../../store/templates/templates.ts';
import { ApiError } from '../api-error.ts';
import { isOptOutButton } from '../templates/opt-out-button.ts';
import { buttonsOf } from '../templates/template-parts.ts';

/** How a flow identifies its trigger: the template by name or ID, and the button by text or index (§2.11). */
export interface TriggerInput {
  template?: string | undefined;
  template_id?: number | undefined;
  button?: string | undefined;
  button_index?: number | undefined;
}

/** The button that starts a flow. */
interface FlowTrigger {
  template: Template;
  button: string;
  buttonIndex: number;
}

const refuse = (field: string, problem: string) =>
  new ApiError('FLOW_INVALID', { problem: `${field} ${problem}` }, { param: field });

/** Loads the templates that a flow may name. */
export async function loadTriggers(tx: Tx, accountId: number, input: TriggerInput): Promise<Template[]> {
  if (input.template !== undefined) {
    return tx.templates.findByName(accountId, input.template);
  }
  const template = await tx.templates.find(accountId, input.template_id ?? 0);
  return template ? [template] : [];
}

/**
 * Returns the button that a flow names. It must be a quick reply of an approved template, but not the opt-out button
 * (§4.8).
 *
 * @param found from `loadTriggers`
 * @throws {ApiError} FLOW_INVALID naming the field
 */
export function requireTrigger(found: readonly Template[], input: TriggerInput): FlowTrigger {
  const template = requireTemplate(found, input);
  const buttons = buttonsOf(template);
  const byText = input.button !== undefined;
  const field = byText ? 'button' : 'button_index';
  const index = byText ? buttons.findIndex(({ text }) => text === input.button) : (input.button_index ?? -1);
  const button = buttons[index];
  const said = byText ? `"${input.button}"` : `${input.button_index}`;
  if (!button) {
    const known = buttons.map(({ text }, at) => `${at} "${text}"`).join(', ');
    throw refuse(
      field,
      `names no button of ${template.name}: there is no ${said}, but ${known === '' ? 'no buttons at all' : known}`,
    );
  }
  if (button.type.toUpperCase() !== 'QUICK_REPLY') {
    const kind = button.type.toLowerCase().replaceAll('_', ' ');
    throw refuse(field, `must be a quick-reply button: ${said} is a ${kind} button, and a press of it opens no window`);
  }
  if (isOptOutButton(button)) {
    throw refuse(field, `must not be the opt-out button: a customer who presses ${said} wants no more messages`);
  }
  return { template, button: button.text, buttonIndex: index };
}

function requireTemplate(found: readonly Template[], { template: name, template_id: id }: TriggerInput): Template {
  const field = name !== undefined ? 'template' : 'template_id';
  const [template, another] = found;
  if (!template) {
    throw refuse(field, `names no template: there is no ${name ?? id}`);
  }
  if (another) {
    const ids = found.map((one) => `${one.id} in ${one.language}`).join(', ');
    throw refuse(field, `is not enough: ${name} exists in several languages; name one by template_id: ${ids}`);
  }
  if (template.status !== 'APPROVED') {
    throw refuse(field, `must name an approved template: ${template.name} is ${template.status}`);
  }
  return template;
}
