import { UsageError } from '../program/errors/errors.ts';

/**
 * Returns an object from `name=value` and `name:=JSON` fields. Dots name inner objects.
 *
 * @throws {UsageError} if a field has neither form, or overwrites another
 */
export function objectOf(fields: readonly string[], option: string): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const field of fields) {
    const [, path, kind, text] = /^([\w.-]+?)(:?=)(.*)$/s.exec(field) ?? [];
    if (path === undefined || text === undefined) {
      throw new UsageError(`${option} takes name=value or name:=JSON; it is "${field}"`);
    }
    set(whole, path.split('.'), kind === ':=' ? jsonOf(text, field, option) : text, option);
  }
  return whole;
}

function set(target: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown, option: string): void {
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  target[name] ??= {};
  if (Object.hasOwn(Object.prototype, name) || typeof target[name] !== 'object' || target[name] === null) {
    throw new UsageError(`${option}: ${name} is given both as a value and as an object`);
  }
  set(target[name] as Record<string, unknown>, rest, value, option);
}

function jsonOf(text: string, field: string, option: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${option} ${field}: the text after := must be JSON`);
  }
}
