import { expect, test } from 'vitest';
import { MARKETING_TEXT, startBot } from '../testing/apps/bot.ts';
import { judged, withVerdict } from '../testing/apps/judged.ts';
import type { Mistake } from '../testing/apps/mistakes.ts';
import { INTEGRATION_CASES } from './cases.ts';

type MistakeFaults = Partial<Record<Mistake, readonly string[]>>;

/**
 * Mistakes of a bot and the clauses that find them. Each group is one bot, so its mistakes must not hide each other.
 * `WIGWAG_CONFORMANCE=each` tests a bot for each mistake.
 */
const GROUPS: readonly MistakeFaults[] = [
  {
    'breaks-on-contacts': ['content/contacts'],
    'breaks-on-sticker': ['content/files'],
    'breaks-on-page-reaction': ['pages/reaction'],
    'compares-beginning': ['callbacks/part-of-signature'],
    'short-memory': ['callbacks/duplicate-later'],
    'hammers-pages': ['pages/throughput'],
    'breaks-on-button': ['content/button'],
    'breaks-on-opened-chat': ['content/opened-chat', 'content/batch'],
    'breaks-on-account': ['reports/account'],
    'breaks-on-history': ['reports/history'],
    'breaks-on-page-files': ['pages/files'],
    'breaks-on-page-payload': ['pages/payload', 'pages/standby-duplicate'],
    'answers-standby': ['pages/standby'],
    'quotes-deleted': ['content/deleted-text'],
    'adds-digits': ['sending/number-form', 'people/shared-number'],
    'forgets-orders': ['content/duplicate'],
  },
  {
    'breaks-on-order': ['content/order'],
    'breaks-on-place': ['content/location'],
    'breaks-on-page-optin': ['pages/events'],
    'first-change': ['callbacks/batch-entries'],
    'long-for-pages': ['pages/valid'],
    'breaks-on-edit': ['content/edit'],
    'breaks-on-unsupported': ['content/unsupported', 'content/batch'],
    'breaks-on-quality': ['reports/quality'],
    'breaks-on-preferences': ['reports/preferences', 'sending/stop'],
    'breaks-on-page-share': ['pages/share'],
    'breaks-on-page-standby': ['pages/standby', 'pages/standby-duplicate'],
    'answers-deleted': ['pages/deletion'],
    'prints-challenge': ['callbacks/handshake-incomplete'],
    'answers-groups': ['content/group'],
  },
  {
    'breaks-on-form': ['content/form'],
    'breaks-on-unreaction': ['content/reaction'],
    'breaks-on-page-unsupported': ['pages/content'],
    'first-event': ['pages/batch'],
    'repeats-unavailable': ['sending/unavailable'],
    'breaks-on-revoke': ['content/deletion'],
    'breaks-on-missing-file': ['content/unsupported', 'content/batch'],
    'breaks-on-category': ['reports/templates'],
    'breaks-on-phone-contacts': ['reports/phone-contacts'],
    'breaks-on-page-referral': ['pages/referral'],
    'breaks-on-page-deletion': ['pages/deletion'],
    'answers-inbox': ['pages/echo'],
    'answers-system': ['content/system', 'people/changes'],
    'ignores-stop': ['sending/stop'],
    proofless: ['sending/proof'],
  },
  {
    'breaks-on-referral': ['content/referral'],
    'breaks-on-forwarded': ['content/quote'],
    'trusts-pages': ['pages/unsigned'],
    'breaks-on-system': ['content/system', 'people/changes'],
    'breaks-on-errors': ['reports/errors'],
    'breaks-on-pricing': ['reports/pricing'],
    'breaks-on-page-edit': ['pages/edit'],
    'breaks-on-page-echo': ['pages/echo'],
    'answers-echoes': ['content/echo'],
    'answers-history': ['reports/history'],
    'answers-other-numbers': ['reports/other-number'],
    'clicks-twice': ['pages/duplicate', 'pages/standby-duplicate'],
    'prints-payload': ['content/words', 'pages/payload'],
    'fetches-missing': ['media/missing'],
  },
  {
    'breaks-on-echo': ['content/echo'],
    'breaks-on-list': ['content/choice'],
    'breaks-on-other-number': ['reports/other-number'],
    'breaks-on-capability': ['reports/quality'],
    'breaks-on-parent-id': ['people/username'],
    'breaks-on-shared-number': ['people/shared-number'],
    'breaks-on-user-status': ['people/statuses'],
    'breaks-on-user-change': ['people/changes'],
    'breaks-on-page-story': ['pages/share'],
    forgetful: ['callbacks/duplicate-later', 'content/duplicate', 'pages/duplicate'],
    'resends-failed': ['sending/late-refusal'],
    hammering: ['sending/account', 'sending/recipient', 'sending/unavailable', 'pages/throughput'],
  },
];
const CLAUSES = [...new Set(GROUPS.flatMap((faults) => Object.values(faults).flat()))];

const bots: MistakeFaults[] =
  process.env.WIGWAG_CONFORMANCE === 'each'
    ? GROUPS.flatMap((faults) => Object.entries(faults).map(([mistake, clauses]) => ({ [mistake]: clauses })))
    : [...GROUPS];

test('a mistake is planted for each clause about other content, reports, and Messenger and Instagram', () => {
  const ids = INTEGRATION_CASES.map(({ name }) => name).filter((id) => /^(content|reports|pages)\//.test(id));
  expect(ids.filter((id) => !CLAUSES.includes(id))).toEqual([]);
  for (const faults of GROUPS) {
    const found = Object.values(faults).flat();
    expect(new Set(found).size).toBe(found.length);
  }
});

test.each(bots.map((faults) => [Object.keys(faults).join(', '), faults] as const))(
  'a bot that %s fails the clauses about it and no other',
  async (_, faults) => {
    const report = await judged(
      async (settings) => ({
        ...(await startBot(settings, Object.keys(faults) as Mistake[])),
        described: { marketing_text: MARKETING_TEXT, patience_seconds: 10 },
      }),
      CLAUSES,
      12,
    );
    const unmet = report.clauses.filter(({ verdict }) => verdict !== 'pass');
    const reasons = unmet.map(({ id, reason, cases }) => [id, reason, cases.map(({ failure }) => failure?.message)]);
    expect(unmet.map(({ id }) => id).sort(), JSON.stringify(reasons)).toEqual(Object.values(faults).flat().sort());
    expect(withVerdict(report, 'error', 'untestable')).toEqual([]);
  },
);
