import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../bench/figure.ts';
import { customerSender, fillInbox, LONG } from '../bench/support/dashboard/dashboard-data.ts';
import { startDev } from '../bench/support/dashboard/dev.ts';
import { launchChromium } from '../testing/chromium.ts';
import { DEVICES, type Figures, measure } from './measure.ts';
import { serveReport } from './serve-report.ts';

const HELP = `npm run lab -- pages [options] [PAGE ...]

Opens pages in Chromium with an empty cache, and measures them as Lighthouse does: on a phone of 390 px and a laptop of
1280 px, each with its network. The phone's processor time counts four times. Prints the median of the rounds, and exits
with 1 if a figure is over its limit.

  --rounds N  how often each page is opened. Default: 3
  --help      show this text`;

const PEOPLE = 40;

/** The most that each page may need: kilobytes, requests and milliseconds of the largest paint on the phone. */
const PAGES: Record<string, { path: string; ready: string } & Pick<Figures, 'kilobytes' | 'requests' | 'paint'>> = {
  reference: { path: 'api:/developers', ready: 'h1', kilobytes: 110, requests: 5, paint: 1_800 },
  operation: { path: 'api:/developers/operations/sendMessage', ready: 'h1', kilobytes: 115, requests: 6, paint: 1_800 },
  guide: { path: 'api:/developers/docs/quickstart', ready: 'h1', kilobytes: 110, requests: 5, paint: 1_800 },
  errors: { path: 'api:/developers/errors', ready: 'h1', kilobytes: 110, requests: 5, paint: 1_800 },
  webhooks: { path: 'api:/developers/webhooks', ready: 'h1', kilobytes: 110, requests: 5, paint: 1_800 },
  mock: { path: 'mock:/', ready: `text=${LONG.name}`, kilobytes: 350, requests: 20, paint: 3_500 },
  chat: { path: 'api:/webchat/web_1', ready: 'textarea', kilobytes: 30, requests: 18, paint: 2_500 },
  snippet: { path: 'api:/webchat/web_1/snippet', ready: 'h1', kilobytes: 15, requests: 6, paint: 1_800 },
  report: { path: 'report:/', ready: 'h1', kilobytes: 80, requests: 1, paint: 1_800 },
  inbox: { path: 'api:/dashboard/inbox', ready: '.conversations button', kilobytes: 350, requests: 32, paint: 4_000 },
};
const BLOCKING = 100;
const SHIFT = 0.02;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' }, help: { type: 'boolean', short: 'h', default: false } },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const names = positionals.length > 0 ? positionals : Object.keys(PAGES);
const unknown = names.filter((name) => !Object.hasOwn(PAGES, name));
if (unknown.length > 0) {
  console.error(`pages: no page ${unknown.join(', ')}; the pages are: ${Object.keys(PAGES).join(', ')}`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'wigwag-pages-'));
const filled = await startDev(folder);
await fillInbox(filled.info, `sqlite:${join(folder, 'wigwag.db')}`, { conversations: 1_000, messages: 500 });
await filled.stop();
const dev = await startDev(folder);
const receive = await customerSender(dev.info);
await receive({ from: LONG, type: 'text', text: 'Where is my order?' });
for (let place = 0; place < PEOPLE; place += 1) {
  await receive({ from: { id: `90555222${1000 + place}`, name: `Person ${place}` }, type: 'text', text: 'Hello' });
}
await receive({ from: LONG, type: 'text', text: 'It should have come on Monday.' });
const report = names.includes('report') ? await serveReport() : undefined;
const ORIGINS: Record<string, string | undefined> = {
  api: new URL(dev.info.base_url).origin,
  mock: dev.info.mock_provider_url,
  report: report?.url,
};

const browser = await launchChromium();
const failures: string[] = [];
try {
  const login = await browser.newContext();
  const page = await login.newPage();
  await page.goto(dev.info.dashboard_url ?? '');
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  const storageState = await login.storageState();
  await login.close();

  const rows: Record<string, Figures> = {};
  for (const name of names) {
    const { path, ready, ...most } = PAGES[name] as (typeof PAGES)[string];
    const [origin = '', at = ''] = path.split(/:(.*)/);
    const limits: Figures = { ...most, blocking: BLOCKING, shift: SHIFT };
    for (const device of DEVICES) {
      const rounds: (Figures & { moved: string[] })[] = [];
      for (let round = 0; round < Number(values.rounds); round += 1) {
        rounds.push(await measure(browser, { url: ORIGINS[origin] + at, ready, storageState }, device));
      }
      const row = `${name}, ${device.width} px`;
      process.stderr.write(`  ${row}\n`);
      rows[row] = Object.fromEntries(
        Object.keys(limits).map((key) => [
          key,
          Number(median(rounds.map((one) => one[key as keyof Figures])).toFixed(3)),
        ]),
      ) as unknown as Figures;
      for (const [key, limit] of Object.entries(limits)) {
        const value = rows[row][key as keyof Figures];
        if (value > limit) {
          const moved =
            key === 'shift' ? `; moved: ${[...new Set(rounds.flatMap((one) => one.moved))].join(', ')}` : '';
          failures.push(`${row}: ${key} is ${value}, at most ${limit} is allowed${moved}`);
        }
      }
    }
  }
  console.table(rows);
} finally {
  await browser.close();
  report?.close();
  await dev.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) {
  console.error(`pages: ${failure}`);
}
process.exitCode = failures.length > 0 ? 1 : 0;
