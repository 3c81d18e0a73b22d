import { setTimeout as sleep } from 'node:timers/promises';
import { equal, expectThat } from '../expectations.ts';
import { Untestable } from '../verdict.ts';
import type { Declare, IntegrationContext, Json } from './context.ts';
import type { Channel } from './target.ts';

/** How long the suite counts the repeats of a refused send, and how many it allows. */
const COUNTED_MILLISECONDS = 3000;
const MAX_REPEATS = 3;

/** Checks that the app does not repeat a send with this fault, such as a code of Meta, as fast as it can. */
export async function backsOff(
  t: IntegrationContext,
  fault: number | Json,
  channel: Channel = 'whatsapp',
): Promise<void> {
  const person = t.person(channel);
  const own = typeof fault === 'number' ? { outcome: 'reject', code: fault } : fault;
  await t.mock('POST', 'faults', { applies_to: 'send', ...own, to: person, times: 1000 });
  await t.writes(person, undefined, channel);
  const sends = await t.sent(person);
  expectThat(sends.length > 0, 'the app tries to answer', sends);
  await sleep(COUNTED_MILLISECONDS);
  const repeats = t.sends(person).length - 1;
  expectThat(repeats <= MAX_REPEATS, `at most ${MAX_REPEATS} repeats in 3 s`, repeats);
}

/** Codes and other faults of sends, by clause. */
const REFUSED: Record<string, (number | Json)[]> = {
  'sending/throughput': [130429],
  'sending/pair': [131056],
  'sending/token': [190],
  // Of the account or number.
  'sending/account': [131031, 131037, 131042, 133010, 368],
  // Of one customer.
  'sending/recipient': [131026, 131047, 131049, 131050, 130472],
  'sending/unavailable': [{ outcome: 'unavailable' }, { outcome: 'html' }, { outcome: 'reset' }],
};
/** Errors that come in a status, after the send was accepted. */
const LATE_CODES = [131042, 131026, 131050];

/** Checks that the app does not repeat a send that Meta accepts and then reports as failed. */
async function acceptsFailure(t: IntegrationContext, code: number, expected: number): Promise<void> {
  const person = t.person();
  await t.mock('POST', 'faults', { applies_to: 'send', outcome: 'fail', code, to: person, times: 1000 });
  await t.writes(person);
  const sends = await t.sent(person);
  expectThat(sends.length > 0, 'the app tries to answer', sends);
  await sleep(COUNTED_MILLISECONDS);
  const repeats = t.sends(person).length - expected;
  expectThat(repeats <= MAX_REPEATS, `at most ${MAX_REPEATS} repeats in 3 s after ${code}`, repeats);
}

/** Returns the marketing templates that the app sends to a customer. */
async function marketing(t: IntegrationContext, person: string): Promise<number> {
  const { waba_id } = t.session.mock.whatsapp;
  const { templates } = (await t.mock('GET', `templates?waba_id=${waba_id}`)) as { templates: Json[] };
  const names = templates.filter(({ category }) => category === 'MARKETING').map(({ name }) => name);
  return (await t.answered(person)).filter(({ json }) => names.includes(json?.template?.name)).length;
}

/**
 * WhatsApp's form of mobile numbers that also have another: with and without the 9 of Brazil and Argentina and the 1 of
 * Mexico. `#` is replaced with seven digits of the customer.
 */
const TWO_FORMS = ['551199#', '55319#', '521551#', '549111#'];

/** Calls for a file with this ID, and its downloads. */
function fetches(t: IntegrationContext, id: string) {
  const calls = t.session.graph.calls.filter(({ request }) => request.method === 'GET');
  return {
    urls: calls.filter(({ path }) => path.split('?')[0]?.endsWith(`/${id}`)),
    downloads: calls.filter(({ path }) => path.includes('/attachments/') && path.includes(`mid=${id}`)),
  };
}

/** A customer sends an image. Returns what the app fetches of it. */
async function fetched(t: IntegrationContext) {
  await t.writes(t.person(), { type: 'image', media: { mime_type: 'image/jpeg' } });
  const callbacks = (await t.mock('GET', 'callbacks')).callbacks as { body: unknown }[];
  const ids = [...JSON.stringify(callbacks).matchAll(/"image":\{[^}]*?"id":"(\d+)"/g)].map(([, id]) => id);
  for (const until = Date.now() + t.patience; Date.now() < until; await sleep(50)) {
    const found = ids.map((id) => fetches(t, id ?? '')).find(({ downloads }) => downloads.length > 0);
    if (found) {
      return found;
    }
  }
  throw new Untestable("needs an app that downloads a customer's image");
}

export function sendingCases(clause: Declare): void {
  clause('sending/valid', async (t) => {
    await t.requireAnswers();
    const person = t.person();
    await t.writes(person);
    const sends = await t.settled(person);
    equal(
      sends.map(({ status }) => status),
      sends.map(() => 200),
      'the statuses of the sends',
    );
  });
  for (const [id, faults] of Object.entries(REFUSED)) {
    clause(id, async (t) => {
      await t.requireAnswers();
      await Promise.all(faults.map((fault) => backsOff(t, fault)));
      await t.requireAlive();
    });
  }
  clause('sending/late-refusal', async (t) => {
    await t.requireAnswers();
    const usual = t.person();
    await t.writes(usual);
    const expected = (await t.answered(usual)).length;
    await Promise.all(LATE_CODES.map((code) => acceptsFailure(t, code, expected)));
  });
  clause('sending/stop', async (t) => {
    const { marketing_text: text } = t.session.target;
    if (text === undefined) {
      throw new Untestable('needs marketing_text, which a customer writes to get a marketing template');
    }
    const person = t.person();
    await t.writes(person, { type: 'text', text });
    const before = await marketing(t, person);
    if (before === 0) {
      throw new Untestable(`needs an app that sends a marketing template to a customer who writes "${text}"`);
    }
    const preference = { wa_id: person, value: 'stop' };
    await t.mock('POST', 'report', { field: 'user_preferences', value: { user_preferences: [preference] } });
    await t.writes(person, { type: 'text', text });
    equal(await marketing(t, person), before, 'the number of marketing templates');
  });
  clause(
    'sending/proof',
    async (t) => {
      await t.requireAnswers();
      await t.mock('PUT', 'options', { requireAppSecretProof: true });
      try {
        const person = t.person();
        await t.writes(person);
        const statuses = (await t.settled(person)).map(({ status }) => status);
        expectThat(statuses.includes(200), 'Meta accepts a send', statuses);
      } finally {
        await t.mock('PUT', 'options', { requireAppSecretProof: false });
      }
    },
    'alone',
  );
  clause('sending/lost-reply', async (t) => {
    await t.requireAnswers();
    const [usual, unlucky] = [t.person(), t.person()];
    await t.writes(usual);
    const expected = (await t.settled(usual)).length;
    await t.mock('POST', 'faults', { applies_to: 'send', outcome: 'lost_reply', to: unlucky });
    await t.writes(unlucky);
    const tries = await t.sent(unlucky);
    expectThat(tries.length > 0, 'the app tries to answer', tries);
    await sleep(COUNTED_MILLISECONDS);
    const { sends } = (await t.mock('GET', 'sends')) as { sends: { to: string }[] };
    equal(sends.filter(({ to }) => to.replace('+', '') === unlucky).length, expected, 'the messages that arrived');
  });
  clause('sending/window', async (t) => {
    await t.requireAnswers();
    const person = t.person();
    const at = Date.now() - 25 * 3_600_000;
    await t.mock('POST', 'windows', { business_id: t.session.mock.whatsapp.phone_number_id, user: person, at });
    await t.post(t.envelope(t.text(person, { timestamp: String(Math.floor(at / 1000)) })));
    const sends = await t.settled(person);
    equal(
      sends.map(({ json }) => json?.type ?? 'text').filter((type) => type !== 'template'),
      [],
      'the free-form messages after the window',
    );
  });

  clause('media/token', async (t) => {
    const { urls, downloads } = await fetched(t);
    equal(
      [...urls, ...downloads].filter(({ status }) => status >= 400).map(({ path, status }) => [path, status]),
      [],
      'the refused requests for the file',
    );
  });
  clause('media/soon', async (t) => {
    const { urls, downloads } = await fetched(t);
    const waited = (downloads.at(-1)?.at ?? 0) - (urls.at(-1)?.at ?? downloads.at(-1)?.at ?? 0);
    expectThat(waited < 300_000, 'the download follows within 5 minutes', waited);
  });

  clause('sending/number-form', async (t) => {
    await t.requireAnswers();
    const people = TWO_FORMS.map((form) => ({ form, digits: String(t.session.next()).padStart(7, '0') }));
    const answers = await Promise.all(
      people.map(async ({ form, digits }) => {
        const person = form.replace('#', digits);
        await t.writes(person);
        const sends = () => t.sendsTo((to) => to.endsWith(digits) && to.startsWith(form.slice(0, 2)));
        for (const until = Date.now() + t.patience; Date.now() < until && sends().length === 0; ) {
          await sleep(20);
        }
        return { person, sends: sends() };
      }),
    );
    if (answers.every(({ sends }) => sends.length === 0)) {
      throw new Untestable('needs an app that answers customers in Brazil, Mexico or Argentina');
    }
    equal(
      answers.flatMap(({ sends }) => sends.map(({ json }) => String(json?.to).replace('+', ''))),
      answers.flatMap(({ person, sends }) => sends.map(() => person)),
      'the recipients',
    );
  });
}
