import { isObject } from '../graph/parameters.ts';
import type { Json } from '../world/state.ts';

/**
 * Returns the errors of a Flow JSON in Meta's form. It checks what every flow needs: a version, and screens with an
 * ID and a layout, one of them terminal. It does not check the components of a screen.
 */
export function flowErrors(source: string): Json[] {
  let flow: unknown;
  try {
    flow = JSON.parse(source);
  } catch {
    return [flowError('INVALID_JSON', 'The Flow JSON is not valid JSON.')];
  }
  if (!isObject(flow)) {
    return [flowError('INVALID_PROPERTY_TYPE', "Expected property '$root' to be of type 'object'.")];
  }
  const errors: Json[] = [];
  if (typeof flow.version !== 'string') {
    errors.push(missing('version', '$root'));
  }
  if (!Array.isArray(flow.screens) || flow.screens.length === 0) {
    return [...errors, missing('screens', '$root')];
  }
  for (const [index, screen] of flow.screens.entries()) {
    const path = `$root/screens/${index}`;
    if (!isObject(screen) || typeof screen.id !== 'string') {
      errors.push(missing('id', path));
    }
    if (!isObject(screen) || !isObject(screen.layout)) {
      errors.push(missing('layout', path));
    }
  }
  if (
    !flow.screens.some((screen) => isObject(screen) && (screen.terminal === true || flow.routing_model !== undefined))
  ) {
    errors.push(flowError('MISSING_TERMINAL_SCREEN', 'At least one screen must be terminal.'));
  }
  return errors;
}

const missing = (name: string, path: string) =>
  flowError('REQUIRED_PROPERTY_MISSING', `The property "${name}" is required at "${path}".`);

function flowError(error: string, message: string): Json {
  const type = error === 'INVALID_JSON' ? 'FLOW_JSON_ERROR' : 'JSON_SCHEMA_ERROR';
  return { error, error_type: type, message, line_start: 1, line_end: 1, column_start: 1, column_end: 1 };
}
