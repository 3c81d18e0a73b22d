import type { Channel } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import type { Caller } from '../../domain/account/caller.ts';
import { namesOf } from '../../domain/contacts/person.ts';
import { updateContact } from '../../domain/contacts/update-contact.ts';
import { requireContact, upsertContact } from '../../domain/contacts/upsert-contact.ts';
import { windowTo } from '../../domain/messages/window.ts';
import type { Contact } from '../../store/contacts/contacts.ts';
import type { Handlers } from '../operation.ts';
import { pageRequest, paginationOf } from '../request/page.ts';
import { contactRecord, contactRecords } from './contact-record.ts';

const contactData = ({ store: { read } }: App, { account }: Caller, contact: Contact) =>
  contactRecord(read, account.id, contact);

export const contacts = {
  /** §4.5 GET /contacts */
  listContacts: async ({ app, caller, query }) => {
    const request = pageRequest('contacts', query);
    const { page, records } = await app.store.readList(async (read) => {
      const page = await read.contacts.list(caller.account.id, request, query.search);
      return { page, records: await contactRecords(read, caller.account.id, page.records) };
    });
    return { status: 200, data: { contacts: records, pagination: paginationOf(page, request) } };
  },

  /** §4.5 POST /contacts */
  upsertContact: async ({ app, caller, body }) => {
    const { created, contact } = await app.store.batch(upsertContact, { app, caller, input: body });
    return { status: created ? 201 : 200, data: await contactData(app, caller, contact()) };
  },

  /** §4.5 GET /contacts/{phone} */
  getContact: async ({ app, caller, params }) => {
    const forms = await namesOf(app.store.read, caller.account, params.phone);
    return {
      status: 200,
      data: await contactData(app, caller, await requireContact(app.store.read, caller.account.id, forms)),
    };
  },

  /** §4.5 PATCH /contacts/{phone} */
  updateContact: async ({ app, caller, params, body }) => {
    const contact = await app.store.batch(updateContact, { app, caller, text: params.phone, changes: body });
    return { status: 200, data: await contactData(app, caller, contact()) };
  },

  /** §4.5 GET /contacts/{id}/window */
  getWindow: async ({ app, caller, params, query }) => {
    const channel = query.channel as Channel; // validation fills in the default, whatsapp
    return { status: 200, data: await windowTo(app, caller, channel, params.id) };
  },
} satisfies Partial<Handlers>;
