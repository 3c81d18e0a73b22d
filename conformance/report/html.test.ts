import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { browserTest, expectFits, expectNoBarriers, openBrowser, openPage } from '../../lab/testing/browser.ts';
import { htmlReport, matrix, type Report, run } from '../index.ts';
import { listening } from '../testing/servers.ts';

/** A partly correct target, so that the page has every kind of verdict. */
async function judged(only: string[] = []): Promise<Report> {
  const target = await listening((_, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'req_1' })
      .end('{"success":true,"data":{"note":"</script><b>&"},"request_id":"req_1"}');
  });
  onTestFinished(target.close);
  const expected_failures = ['5.6/missing', '4.1/me-200'];
  return run({ base_url: `${target.url}/v1`, keys: { live: 'k' }, expected_failures }, { only });
}

browserTest('the pages load without errors or network requests, and are accessible', async () => {
  const report = await judged(['2.12', '4.1', '5.2', '5.6']);
  expect(report.totals).toMatchObject({
    pass: expect.any(Number),
    fail: expect.any(Number),
    known: 1,
    untestable: expect.any(Number),
  });
  const folder = await mkdtemp(join(tmpdir(), 'wigwag-report-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const browser = await openBrowser();
  for (const [name, page_] of [
    ['report.html', htmlReport(report)],
    [
      'matrix.html',
      matrix([
        { name: 'ours.json', report },
        { name: 'theirs.json', report },
      ]),
    ],
  ] as const) {
    const file = join(folder, name);
    await writeFile(file, page_);
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, complaints, hosts } = await openPage(browser, pathToFileURL(file).href, { colorScheme });
      await expectNoBarriers(page, `${name}, ${colorScheme}`);
      // Everything that is folded.
      await page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true');
      await expectNoBarriers(page, `${name}, ${colorScheme}, unfolded`);
      await page.setViewportSize({ width: 390, height: 844 });
      await expectFits(page, `${name}, ${colorScheme}`);
      expect([name, complaints, [...hosts]]).toEqual([name, [], ['']]);
    }
  }
});

/** Writes a report to a file, and returns its URL. */
async function written(report: Report): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wigwag-report-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'report.html');
  await writeFile(file, htmlReport(report));
  return pathToFileURL(file).href;
}

browserTest('a report of all clauses draws few rows, filters them, and shows how to repeat a failure', async () => {
  const report = await judged();
  const failing = report.clauses.filter(({ verdict }) => verdict === 'fail');
  const known = report.clauses.filter(({ verdict }) => verdict === 'known');
  expect([report.clauses.length > 1400, failing.length > 100, known.length]).toEqual([true, true, 1]);
  const browser = await openBrowser();
  const { page, complaints } = await openPage(browser, await written(report));
  const visible = (selector: string) => page.locator(selector).filter({ visible: true }).count();
  expect(await visible('[data-verdict]')).toBeLessThan(60);
  expect(await page.getByRole('row', { name: /^4\.1 Account/ }).textContent()).toMatch(/\d+ of \d+, \d+ fail/);
  expect(await page.locator('.reasons').textContent()).toContain('needs the control protocol: templates');

  await page.keyboard.press('/');
  await page.keyboard.type('4.1/me-200');
  expect(await page.getByRole('status').textContent()).toBe(`1 of ${count(report)} clauses`);
  // Parts without a clause that matches are hidden, with their headings.
  expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['All clauses', 'Score by section']);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('combobox', { name: 'Verdict' }).selectOption('known');
  expect(await page.getByRole('status').textContent()).toBe(`1 of ${count(report)} clauses`);
  expect(await visible('[data-verdict="fail"], [data-verdict="pass"]')).toBe(0);
  // More matches than a page can show at once stay folded.
  await page.getByRole('combobox', { name: 'Verdict' }).selectOption('untestable');
  expect(await visible('[data-verdict]')).toBe(0);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page
    .getByRole('status')
    .getByText(`${count(report)} clauses`, { exact: true })
    .waitFor();

  // A link opens the folded group and the clause.
  const { id = '' } = failing.at(-1) ?? {};
  await page.evaluate((hash) => {
    (globalThis as unknown as { location: { hash: string } }).location.hash = hash;
  }, id);
  const failure = page.locator(`[id="${id}"]`);
  await failure.getByText(`--clause ${id} --seed ${report.seed}`).waitFor();
  await failure.getByRole('heading', { name: 'Got' }).first().waitFor();
  // Screen readers read the verdict without its sign.
  expect(await failure.locator('summary').first().ariaSnapshot()).toMatch(/^- text: fail\n/);
  await failure.getByRole('button', { name: 'Copy' }).last().waitFor();
  // Only opened failures have copy buttons, and no step is listed that is shown as the exchange.
  expect(await page.locator('.command button').count()).toBeLessThan(4);
  expect(htmlReport(report)).not.toContain('All 1 steps');
  expect(complaints).toEqual([]);
});

browserTest('without script the report is complete, and opens by hand', async () => {
  const report = await judged(['4.1', '5.6']);
  const browser = await openBrowser();
  const { page } = await openPage(browser, await written(report), { javaScriptEnabled: false });
  expect(await page.locator('#filter').isVisible()).toBe(false);
  await page.locator('[id="s4.1"] summary').click();
  expect(await page.locator('[id="s4.1"] tbody tr').filter({ visible: true }).count()).toBe(
    report.clauses.filter(({ section }) => section === '4.1').length,
  );
});

const count = ({ clauses }: Report): string => clauses.length.toLocaleString('en');
