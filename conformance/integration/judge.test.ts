import { expect, test } from 'vitest';
import { CLAUSES, INTEGRATION } from '../clauses.ts';
import { changes, exitCodeOf, htmlReport, junitReport, matrix, terminalReport } from '../index.ts';
import { MARKETING_TEXT, startBot } from '../testing/apps/bot.ts';
import { judged, withVerdict } from '../testing/apps/judged.ts';
import { startLibraryBot } from '../testing/apps/library-bot.ts';
import type { Mistake } from '../testing/apps/mistakes.ts';
import { startExpressBot } from '../testing/apps/start-express-bot.ts';
import { INTEGRATION_CASES } from './cases.ts';

const bot = (...mistakes: Mistake[]) =>
  judged(async (settings) => {
    const app = await startBot(settings, mistakes);
    return { ...app, described: { status_url: `${app.url}/messages/{id}`, marketing_text: MARKETING_TEXT } };
  });

test('every clause has one case, names a page of Meta, and no ID is one of the specification', () => {
  const ids = [...INTEGRATION.clauses.keys()];
  expect(INTEGRATION_CASES.flatMap(({ clauses }) => clauses).sort()).toEqual(ids.toSorted());
  expect(ids.filter((id) => CLAUSES.has(id))).toEqual([]);
  for (const { spec, level, why } of INTEGRATION.clauses.values()) {
    expect(spec).toMatch(/^(WhatsApp|Messenger|Instagram|Webhooks|Graph API), .+: ./);
    expect(level === 'should').toBe(why !== undefined);
  }
});

test('an app without mistakes passes every clause', async () => {
  const report = await bot();
  const unmet = report.clauses.filter(({ verdict }) => verdict !== 'pass');
  expect(unmet.map(({ id, reason, cases }) => [id, reason, cases.map(({ failure }) => failure)])).toEqual([]);
  expect(exitCodeOf(report, true)).toBe(0);
  expect(terminalReport(report)).toContain('Customers without a phone number');
});

test('an app that trusts everything fails the clauses about it, and every report shows why', async () => {
  const report = await bot(
    'unverified',
    'forgetful',
    'first-only',
    'hammering',
    'open-handshake',
    'backwards',
    'needs-from',
  );
  expect(withVerdict(report, 'fail')).toEqual([
    'callbacks/handshake-refused',
    'callbacks/unsigned',
    'callbacks/wrong-secret',
    'callbacks/changed',
    'callbacks/part-of-signature',
    'callbacks/duplicate',
    'callbacks/duplicate-at-once',
    'callbacks/duplicate-later',
    'callbacks/batch',
    'content/duplicate',
    'pages/unsigned',
    'pages/throughput',
    'pages/duplicate',
    'people/accepted',
    'people/username',
    'people/changes',
    'people/shared-number',
    'sending/throughput',
    'sending/pair',
    'sending/token',
    'sending/unavailable',
    'sending/account',
    'sending/recipient',
  ]);
  expect(withVerdict(report, 'warn')).toEqual([
    'callbacks/fast-while-sending',
    'callbacks/status-forward',
    'people/answered',
    'sending/lost-reply',
  ]);
  expect(withVerdict(report, 'error', 'untestable')).toEqual(['content/batch', 'people/recipient']);
  expect(exitCodeOf(report, false)).toBe(1);
  expect(terminalReport(report)).toContain('FAIL callbacks/unsigned: A message without a signature has no effect.');
  expect(terminalReport(report)).toContain('Meta: Webhooks, Validating Payloads');
  expect(junitReport(report)).toContain('<testsuite name="callbacks Callbacks"');
  expect(htmlReport(report)).toContain('id="callbacks/unsigned"');
  expect(matrix([{ name: 'bot', report }])).toContain('A message without a signature has no effect.');
  expect(changes({ ...report, clauses: [] }, report).filter(({ worse }) => worse)).toHaveLength(23);
});

test('an app that knows only phone numbers fails the clauses about customers without one', async () => {
  const report = await bot('phones-only', 'late-answers', 'tokenless-download');
  expect(withVerdict(report, 'fail')).toEqual(['media/token', 'people/recipient']);
  expect(withVerdict(report, 'warn')).toEqual(['people/answered', 'sending/window']);
});

test('what a silent app does cannot be seen, and what it does not offer is not failed', async () => {
  const report = await judged(async (settings) => startBot({ ...settings, graph: 'http://127.0.0.1:9' }));
  expect(withVerdict(report, 'fail', 'warn', 'error')).toEqual([]);
  expect(withVerdict(report, 'untestable')).toContain('sending/throughput');
  expect(withVerdict(report, 'pass')).toEqual(expect.arrayContaining(['callbacks/unsigned', 'callbacks/handshake']));
});

test('an app is not judged by channels that it does not use and fields to which it does not subscribe', async () => {
  const report = await judged(
    async (settings) => ({
      ...(await startBot(settings, [
        'breaks-on-page-files',
        'breaks-on-account',
        'breaks-on-echo',
        'breaks-on-errors',
      ])),
      described: { channels: ['whatsapp'], fields: ['history'] },
    }),
    ['pages', 'reports', 'content/echo'],
  );
  expect(withVerdict(report, 'fail')).toEqual(['reports/errors']);
  expect(withVerdict(report, 'pass')).toEqual(['reports/history', 'reports/pricing', 'reports/other-number']);
  const reasons = Object.fromEntries(report.clauses.map(({ id, reason }) => [id, reason]));
  expect(reasons).toMatchObject({
    'content/echo': 'needs an app that subscribes to smb_message_echoes',
    'reports/account': 'needs an app that subscribes to account_update or account_alerts',
    'pages/files': 'needs an app that answers "Hello" on Messenger or Instagram',
  });
});

test('the echo bot of a client library is judged as it is', async () => {
  const report = await judged(startLibraryBot);
  // The library leaves duplicates and windows to the bot, reads only the first message of a callback, and fails on
  // reports that have no `metadata`. It responds to a callback after the answer was sent.
  expect(withVerdict(report, 'fail')).toEqual([
    'callbacks/duplicate',
    'callbacks/duplicate-at-once',
    'callbacks/duplicate-later',
    'callbacks/batch',
    'callbacks/batch-entries',
    'reports/account',
    'reports/quality',
    'reports/templates',
  ]);
  expect(withVerdict(report, 'warn', 'error')).toEqual([
    'callbacks/fast-while-sending',
    'sending/window',
    'sending/proof',
  ]);
  expect(withVerdict(report, 'untestable').filter((id) => !id.startsWith('pages/'))).toEqual([
    'callbacks/status-forward',
    'content/batch',
    'media/token',
    'media/soon',
    'sending/stop',
  ]);
});

test('the bot of a library with its own web server is judged as it is', async () => {
  const report = await judged(startExpressBot);
  // The library checks no signatures, takes at most 100 kB, answers statuses with 202, and gives no response to a
  // callback without messages.
  expect(withVerdict(report, 'fail')).toEqual([
    'callbacks/unsigned',
    'callbacks/wrong-secret',
    'callbacks/changed',
    'callbacks/part-of-signature',
    'callbacks/unknown',
    'callbacks/statuses',
    'callbacks/duplicate',
    'callbacks/duplicate-at-once',
    'callbacks/duplicate-later',
    'callbacks/batch',
    'callbacks/batch-entries',
    'callbacks/large',
    'content/group',
    'content/echo',
    'people/statuses',
    'people/changes',
    'reports/account',
    'reports/quality',
    'reports/templates',
    'reports/preferences',
    'reports/history',
    'reports/phone-contacts',
    'reports/errors',
    'reports/pricing',
  ]);
  // It answers `from`, which customers without a phone number do not have.
  expect(withVerdict(report, 'warn', 'error')).toEqual(['people/answered', 'sending/window', 'sending/proof']);
  expect(withVerdict(report, 'untestable').filter((id) => !id.startsWith('pages/'))).toEqual([
    'callbacks/status-forward',
    'content/batch',
    'media/token',
    'media/soon',
    'people/recipient',
    'sending/stop',
  ]);
});
