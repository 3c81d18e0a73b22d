import type { components } from '@wigwag/openapi';

export type Contact = components['schemas']['Contact'];

/** The fields of a contact that a person can change, and their names. */
export const FIELDS = [
  { id: 'name', label: 'Name' },
  { id: 'email', label: 'Email' },
  { id: 'display_name', label: 'Name on the channel' },
  { id: 'username', label: 'Username' },
] as const;
export type FieldId = (typeof FIELDS)[number]['id'];

/** Returns the best known name; undefined if there is none. */
export const nameOf = ({ name, display_name, username }: Contact): string | undefined =>
  name || display_name || username || undefined;

/** The query key of everything about contacts. */
export const CONTACTS = ['contacts'] as const;
