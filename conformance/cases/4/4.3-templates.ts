import type { CaseContext } from '../../context.ts';
import { clause, reading } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { body, leaves } from '../support/support.ts';

/** Returns the number of templates that match a filter. Each account starts with eight (control protocol). */
const count = async (t: CaseContext, filter = '') => (await t.get(`/templates${filter}`)).succeeds().list.length;

reading('4.3/list-200', async (t) => {
  const { list } = (await t.get('/templates')).is(200);
  expectThat(list.length > 0, 'at least one template', list);
});
clause('4.3/list-complete', async (t) => {
  await t.account();
  const all = async () => (await t.pages('/templates')).flatMap(({ list }) => list).length;
  const before = await all();
  // More than a page of the other lists.
  for (let i = 0; i < 25; i++) {
    await t.addTemplate({ name: `further_${i}`, components: [body('Hello')] });
  }
  equal(await all(), before + 25, 'the number of templates');
});
clause('4.3/list-account', async (t) => {
  await t.addTemplate({ name: 'only_ours', language: 'fi', components: [body('Hei')] });
  const other = await t.newAccount();
  const { list } = (await t.get('/templates', { key: other.live })).succeeds();
  expectThat(!list.some((one) => [...leaves(one)].includes('only_ours')), 'the other account does not list it', list);
});

const SAMPLES = [
  { name: 'f_1', status: 'APPROVED', category: 'MARKETING', language: 'fi' },
  { name: 'f_2', status: 'PENDING', category: 'UTILITY', language: 'fi' },
  { name: 'f_3', status: 'REJECTED', category: 'AUTHENTICATION', language: 'fi' },
  { name: 'f_4', status: 'APPROVED', category: 'UTILITY', language: 'sv' },
] as const;

/** Returns an account with additional templates, in a unique language that distinguishes them from the initial ones. */
const filled = (t: CaseContext) =>
  t.shared('templates', async (own) => {
    for (const template of SAMPLES) {
      await own.addTemplate({ ...template, components: [body('Hello')] });
    }
    return own.account();
  });

function gives(slug: string, filter: string, fits: (template: (typeof SAMPLES)[number]) => boolean): void {
  clause(`4.3/${slug}`, filter, async (t) => {
    const { live } = await filled(t);
    const { list } = (await t.get(`/templates?${filter}`, { key: live })).succeeds();
    const shown = SAMPLES.filter(({ name }) => list.some((one) => [...leaves(one)].includes(name)));
    equal(
      shown.map(({ name }) => name),
      SAMPLES.filter(fits).map(({ name }) => name),
      'the templates of the case',
    );
    // The list must not contain any initial template that does not match.
    const misfits: Record<string, string[]> = {
      APPROVED: ['pending_one', 'rejected_one'],
      PENDING: ['hello_world', 'rejected_one'],
      REJECTED: ['hello_world', 'pending_one'],
      MARKETING: ['hello_world', 'order_update'],
      UTILITY: ['promo_spring'],
      AUTHENTICATION: ['hello_world', 'promo_spring'],
    };
    const wrong = (misfits[filter.split('=')[1] ?? ''] ?? []).filter((name) =>
      list.some((one) => [...leaves(one)].includes(name)),
    );
    equal(wrong, [], 'templates that do not match the filter');
  });
}

gives('status-approved', 'status=APPROVED', ({ status }) => status === 'APPROVED');
gives('status-pending', 'status=PENDING', ({ status }) => status === 'PENDING');
gives('status-rejected', 'status=REJECTED', ({ status }) => status === 'REJECTED');
gives('language', 'language=fi', ({ language }) => language === 'fi');
gives('category-marketing', 'category=MARKETING', ({ category }) => category === 'MARKETING');
gives('category-utility', 'category=UTILITY', ({ category }) => category === 'UTILITY');
gives('category-authentication', 'category=AUTHENTICATION', ({ category }) => category === 'AUTHENTICATION');
gives('filters-together', 'status=APPROVED&language=sv&category=UTILITY', ({ name }) => name === 'f_4');
gives('filters-together', 'language=fi&category=UTILITY', ({ name }) => name === 'f_2');
gives('filters-together', 'language=fi&status=REJECTED', ({ name }) => name === 'f_3');
gives('filters-together', 'status=PENDING&category=MARKETING', () => false);

reading('4.3/language-none', async (t) => {
  equal(await count(t, '?language=fr'), 0, 'the number of templates');
});
for (const [slug, filter] of [
  ['status-unknown', 'status=MAYBE'],
  ['category-unknown', 'category=FUN'],
] as const) {
  reading(`4.3/${slug}`, async (t) => {
    (await t.get(`/templates?${filter}`)).refuses(422);
  });
}
