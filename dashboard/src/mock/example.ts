import type { Example, Person } from './types.ts';

/** The person in Meta's examples. */
const EXAMPLE_PERSON = '905551112233';

/**
 * Returns the content of an example about a person.
 *
 * @param target the message that an edit or a deletion changes
 */
export function exampleFor({ body }: Example, person: Person | undefined, target: string | undefined) {
  const changed = 'target' in body && target !== undefined ? { ...body, target } : body;
  const json = JSON.stringify(changed);
  return JSON.parse(
    person?.channel === 'whatsapp' ? json.replaceAll(`"${EXAMPLE_PERSON}"`, JSON.stringify(person.id)) : json,
  ) as Record<string, unknown>;
}
