import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { browserTest, expectNoBarriers, openBrowser, openPage } from '../../lab/testing/browser.ts';
import { htmlReport, matrix, type Report, run } from '../index.ts';
import { listening } from '../testing/servers.ts';

/** A partly correct target, so that the page has every kind of verdict. */
async function judged(): Promise<Report> {
  const target = await listening((_, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'req_1' })
      .end('{"success":true,"data":{"note":"</script><b>&"},"request_id":"req_1"}');
  });
  onTestFinished(target.close);
  const expected_failures = ['5.6/missing', '4.1/me-200'];
  return run(
    { base_url: `${target.url}/v1`, keys: { live: 'k' }, expected_failures },
    { only: ['2.12', '4.1', '5.2', '5.6'] },
  );
}

browserTest('the pages load without errors or network requests, and are accessible', async () => {
  const report = await judged();
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
      expect([name, complaints, [...hosts]]).toEqual([name, [], ['']]);
    }
  }
});
