import type { components } from '@wigwag/openapi';
import type { Contact } from '../../store/contacts/contacts.ts';
import { isoOf } from '../../time.ts';

/** Returns a contact as the API shows it (§2.9). */
export const contactData = (contact: Contact): components['schemas']['Contact'] => ({
  id: contact.id,
  phone: contact.phone,
  name: contact.name,
  email: contact.email,
  display_name: contact.displayName,
  username: contact.username,
  opted_out: contact.optedOut,
  blocked: contact.blocked,
  created_at: isoOf(contact.createdAt),
  updated_at: isoOf(contact.updatedAt),
});
