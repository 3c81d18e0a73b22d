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

/** Returns a phone number with its plus. The ID of a person on another channel is longer. */
export const writtenPhone = (phone: string): string => (/^\d{7,14}$/.test(phone) ? `+${phone}` : phone);

/** The query key of everything about contacts. */
export const CONTACTS = ['contacts'] as const;
