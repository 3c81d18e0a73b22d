import { list, object, text } from '../graph/graph-request.ts';
import type { Asset, Json, Template } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { requireWaba, statusAfter, templateValue } from './templates.ts';

/** Returns the template that a report names by ID, or by name and language; undefined if the account has none. */
function templateIn(world: World, number: Asset, value: Json): Template | undefined {
  const { message_template_id: id, message_template_name: name, message_template_language: language } = value;
  const { templates } = requireWaba(world, number.waba_id ?? '');
  return templates.find((one) =>
    id === undefined ? one.name === name && one.language === language : one.id === String(id),
  );
}

/** Adds the ID, name and language of a template. @throws if the value has no ID and names no template */
export function describeTemplate(world: World, number: Asset, value: Json): Json {
  const found = templateIn(world, number, value);
  if (!found) {
    if (value.message_template_id !== undefined) {
      return value;
    }
    const { message_template_name: name, message_template_language: language } = value;
    throw new Error(`No template ${name} in ${language}`);
  }
  return {
    ...value,
    // A number in callbacks, a string everywhere else.
    message_template_id: Number(found.id),
    message_template_name: found.name,
    message_template_language: text(value.message_template_language) ?? found.language,
  };
}

/** The value of a status event: what Meta sends with it, and over it what the caller gave. */
export function statusValue(world: World, number: Asset, value: Json): Json {
  const described = describeTemplate(world, number, value);
  const found = templateIn(world, number, described);
  return found ? { ...templateValue(world, found, String(value.event), {}), ...described } : described;
}

/** "message_template_status_update" */
export function changeStatus(world: World, number: Asset, value: Json): void {
  const found = templateIn(world, number, value);
  if (found) {
    found.status = statusAfter(String(value.event), found.status);
  }
}

/** "template_category_update": with `correct_category`, only a notice of a later change. */
export function changeCategory(world: World, number: Asset, value: Json): void {
  const found = templateIn(world, number, value);
  if (!found || value.correct_category !== undefined) {
    return;
  }
  Object.assign(found, { previous_category: found.category, category: value.new_category });
}

/** "message_template_quality_update" */
export function changeQuality(world: World, number: Asset, value: Json): void {
  const found = templateIn(world, number, value);
  if (found) {
    found.quality_score = { ...found.quality_score, score: String(value.new_quality_score) };
  }
}

/** "message_template_components_update": the new texts. The other parts of the components stay. */
export function changeTexts(world: World, number: Asset, value: Json): void {
  const found = templateIn(world, number, value);
  if (!found) {
    return;
  }
  const buttons = list(value.message_template_buttons).map(object);
  const changes: Record<string, Json | undefined> = {
    HEADER: given(value.message_template_title),
    BODY: given(value.message_template_element),
    FOOTER: given(value.message_template_footer),
    BUTTONS: buttons.length > 0 ? { buttons: buttons.map(buttonOf) } : undefined,
  };
  found.components = Object.keys(changes).flatMap((type) => {
    const known = found.components.find((one) => one.type === type);
    const change = changes[type];
    if (!known && !change) {
      return [];
    }
    return [{ ...(known ?? { type, ...(type === 'HEADER' ? { format: 'TEXT' } : {}) }), ...change }];
  });
}

/** The examples of the old text do not fit a new one. */
const given = (value: unknown): Json | undefined =>
  value === undefined ? undefined : { text: value, example: undefined };

const PREFIX = 'message_template_button_';

function buttonOf(button: Json): Json {
  return Object.fromEntries(Object.entries(button).map(([name, value]) => [name.replace(PREFIX, ''), value]));
}
