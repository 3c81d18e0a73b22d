import type { CaseContext } from '../../context.ts';
import { clause, reading } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { field as fieldOf } from '../support/support.ts';

reading('2.9/phone-required', async (t) => {
  (await t.post('/contacts', { name: 'Nobody' })).refuses('VALIDATION_FAILED');
});
reading('2.9/phone-text', async (t) => {
  (await t.post('/contacts', { phone: 905551112233 })).refuses('VALIDATION_FAILED', 'RECIPIENT_INVALID');
});

const VALUES = { name: 'Ada Lovelace', email: 'ada@example.com', display_name: 'Ada L.', username: 'ada.l' };

for (const [field, value] of Object.entries(VALUES)) {
  const slug = field.replace('_', '-');
  clause(`2.9/${slug}`, async (t) => {
    const phone = t.person();
    (await t.post('/contacts', { phone, [field]: value })).succeeds();
    equal(fieldOf((await t.get(`/contacts/${phone}`)).succeeds().data, field), value, field);
  });
  reading(`2.9/${slug}-text`, async (t) => {
    (await t.post('/contacts', { phone: t.person(), [field]: 42 })).refuses('VALIDATION_FAILED');
    (await t.post('/contacts', { phone: t.person(), [field]: { a: 1 } })).refuses('VALIDATION_FAILED');
  });
}

/** Returns a contact's status on a list: the first boolean or string whose field name mentions the list. */
// biome-ignore lint/suspicious/noExplicitAny: an implementation may show anything
function statusOf(contact: any, speaksOf: RegExp): string | undefined {
  for (const [name, value] of Object.entries(contact ?? {})) {
    if (speaksOf.test(name)) {
      return JSON.stringify(value);
    }
    const inside =
      value !== null && typeof value === 'object' && !Array.isArray(value) ? statusOf(value, speaksOf) : undefined;
    if (inside !== undefined) {
      return inside;
    }
  }
  return undefined;
}

/**
 * Returns a contact's status on a list: the field that mentions the list. Field names are open. If no field mentions
 * the list, returns all fields except the times of changes.
 */
const blockOrOptOutOf = async (t: CaseContext, phone: string, speaksOf: RegExp): Promise<string> => {
  const { data } = (await t.get(`/contacts/${phone}`)).succeeds();
  return (statusOf(data, speaksOf) ?? JSON.stringify(data)).replaceAll(/"\d{4}-\d\d-\d\dT[^"]+"/g, 'null');
};

for (const [slug, list, speaksOf] of [
  ['opt-out', '/opt-outs', /opt/i],
  ['block', '/blocked-numbers', /block/i],
] as const) {
  clause([`2.9/detail-${slug}`, `2.9/detail-${slug}-changes`], async (t) => {
    const phone = t.person();
    (await t.post('/contacts', { phone })).succeeds();
    const before = await blockOrOptOutOf(t, phone, speaksOf);
    (await t.post(list, { phone })).succeeds();
    const between = await blockOrOptOutOf(t, phone, speaksOf);
    (await t.delete(`${list}/${phone}`)).succeeds();
    const after = await blockOrOptOutOf(t, phone, speaksOf);
    expectThat(
      between !== before && after !== between,
      'the status changes when the person is added to the list and removed again',
      {
        before,
        between,
        after,
      },
    );
  });
}
