import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createReceiver, scratchFolder, startDev, waitFor } from '../testing/cli.ts';
import { hasTerminals, openTerminal, settled } from '../testing/terminal.ts';

// The README's pictures are screens of real runs. `npm run lab -- pictures` draws them again. Without it, this test
// compares them, except for the parts that differ in each run.

const README = fileURLToPath(new URL('../../README.md', import.meta.url));

const picture = (name: string) =>
  new RegExp(`(<!-- picture: ${name} -->\n)([^]*?)(<!-- end -->)`.replace('[^]', '[\\s\\S]'));

/** @param screen the screen of the terminal; blank lines in its middle are removed */
function compare(name: string, screen: string): void {
  const drawn = `\`\`\`\n${screen
    .replace(/ +$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n\`\`\`\n`;
  const readme = readFileSync(README, 'utf8');
  if (process.env.PICTURES === 'write') {
    writeFileSync(
      README,
      readme.replace(picture(name), (_, before, __, after) => before + drawn + after),
    );
    return;
  }
  const still = (text: string) =>
    settled(text)
      .replace(/msg_\d+/g, 'msg_ID')
      .replace(/\d\d:\d\d(?= [<>]|│)/g, 'HH:MM');
  expect(still(picture(name).exec(readme)?.[2] ?? '')).toBe(still(drawn));
}

describe.skipIf(!hasTerminals())('the README shows', () => {
  test('the demo as it runs', async () => {
    const demo = openTerminal(['demo'], { columns: 120, rows: 40 });
    const text = await waitFor('the end', () => demo.history().includes('exit code 0') && demo.history());
    const lines = text.split('\n');
    compare('demo', lines.slice(0, lines.findIndex((line) => line.includes('is read')) + 1).join('\n'));
  });

  test('listen and inbox as they run', async () => {
    const { info, control, api } = await startDev([], { cwd: scratchFolder() });
    const env = { WIGWAG_BASE_URL: info.base_url, WIGWAG_API_KEY: info.live_key };
    const receiver = await createReceiver();
    const options = { columns: 80, rows: 12, env };
    const listen = openTerminal(['listen', '--forward-to', receiver.url], options);
    await listen.until('● listening');
    for (const [id, name, text] of [
      ['905554445566', 'Grace', 'Thanks, it came.'],
      ['905551112233', 'Ada', 'Where is my order?'],
    ]) {
      await control('POST', '/inbound', {
        account_id: info.account_id,
        channel: 'whatsapp',
        from: { id, name },
        type: 'text',
        text,
      });
    }
    await api('POST', '/messages', { to: '905551112233', text: 'It left this morning.' });
    compare('listen', await listen.until('5 events, 5 forwarded', /read .*200 in/));
    const inbox = openTerminal(['inbox'], options);
    compare('inbox', await inbox.until('● live', 'It left this morning. ✓✓ read', 'window open'));
  });
});
