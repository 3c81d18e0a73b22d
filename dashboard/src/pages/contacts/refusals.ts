import { api, dataOf } from '../../api/client.ts';

/** A person on one of the lists of people who get less than others. */
export interface RefusedPerson {
  phone: string;
  /** Where the entry comes from, or why it was made. */
  note: string | null;
  createdAt: string;
}

/** A list of people who get less than others: the operations and the words. */
export interface RefusalList {
  id: 'opt-outs' | 'blocks';
  /** The name of the note, such as `Source`. */
  note: string;
  noteHelp: string;
  title: string;
  /** What the list does. */
  about: string;
  add: string;
  added: string;
  lift: string;
  lifted: string;
  scope: 'optouts:write' | 'blocklist:write';
  page: (cursor: string | null) => Promise<{ people: RefusedPerson[]; next: string | null }>;
  put: (phone: string, note: string) => Promise<{ phone: string }>;
  remove: (phone: string) => Promise<unknown>;
}

const PAGE = 100;

const queryOf = (cursor: string | null) => ({ limit: PAGE, ...(cursor !== null && { cursor }) });

export const OPT_OUTS: RefusalList = {
  id: 'opt-outs',
  note: 'Source',
  noteHelp: 'Where the person asked, such as a call.',
  title: 'Opt out of marketing',
  about: 'gets no campaigns, flows and marketing templates. Replies and other templates still arrive.',
  add: 'Opt out',
  added: 'The person is opted out',
  lift: 'Allow marketing',
  lifted: 'The person may get marketing again',
  scope: 'optouts:write',
  page: async (cursor) => {
    const { opt_outs, pagination } = await dataOf(api.GET('/opt-outs', { params: { query: queryOf(cursor) } }));
    const people = opt_outs.map(({ phone, source, created_at }) => ({ phone, note: source, createdAt: created_at }));
    return { people, next: pagination.next_cursor };
  },
  put: (phone, source) => dataOf(api.POST('/opt-outs', { body: { phone, source: source || null } })),
  remove: (phone) => dataOf(api.DELETE('/opt-outs/{phone}', { params: { path: { phone } } })),
};

export const BLOCKS: RefusalList = {
  id: 'blocks',
  note: 'Reason',
  noteHelp: 'For your colleagues. The person does not see it.',
  title: 'Block',
  about: 'gets nothing at all: no replies, no templates and no campaigns.',
  add: 'Block',
  added: 'The person is blocked',
  lift: 'Unblock',
  lifted: 'The person is unblocked',
  scope: 'blocklist:write',
  page: async (cursor) => {
    const { blocked_numbers, pagination } = await dataOf(
      api.GET('/blocked-numbers', { params: { query: queryOf(cursor) } }),
    );
    const people = blocked_numbers.map(({ phone, reason, created_at }) => ({
      phone,
      note: reason,
      createdAt: created_at,
    }));
    return { people, next: pagination.next_cursor };
  },
  put: (phone, reason) => dataOf(api.POST('/blocked-numbers', { body: { phone, reason: reason || null } })),
  remove: (phone) => dataOf(api.DELETE('/blocked-numbers/{phone}', { params: { path: { phone } } })),
};

/** The sources that the server writes, in words. */
const SOURCES: Readonly<Record<string, string>> = {
  whatsapp_settings: 'Switched off marketing in WhatsApp',
  whatsapp_131050: 'Meta refused a marketing message',
  template_button: 'Pressed the opt-out button of a template',
  dashboard: 'Set in the dashboard',
};

export const noteText = (note: string | null): string => (note === null ? '–' : (SOURCES[note] ?? note));
