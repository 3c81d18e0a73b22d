import { expect, onTestFinished, test } from 'vitest';
import { EventLog } from '../../commands/listen/event-log.ts';
import { Forwarder } from '../../commands/listen/forwarder.ts';
import { createReceiver, waitFor } from '../../testing/cli.ts';
import { render } from '../../testing/ink.ts';
import { receivedEvent, statusEvent } from '../../testing/tail.ts';
import { ListenScreen } from './ListenScreen.tsx';

function show(forwarder?: Forwarder) {
  const log = new EventLog();
  const copied: string[] = [];
  let quits = 0;
  const screen = render(
    <ListenScreen
      title="http://wigwag.test/api/v1"
      log={log}
      forwarder={forwarder}
      quit={() => {
        quits += 1;
      }}
      copy={(text) => copied.push(text)}
    />,
  );
  onTestFinished(() => screen.unmount());
  const add = (event: ReturnType<typeof statusEvent>) =>
    log.add({ rawBody: JSON.stringify(event), result: { event }, signed: false, attempt: 1 });
  const until = (wanted: string | RegExp) =>
    waitFor(
      String(wanted),
      () => {
        const frame = screen.lastFrame() ?? '';
        return (typeof wanted === 'string' ? frame.includes(wanted) : wanted.test(frame)) && frame;
      },
      () => `; the frame is\n${screen.lastFrame()}`,
    );
  return { log, add, copied, screen, until, quits: () => quits };
}

test('the state is connecting until the source reports another', async () => {
  const { log, screen, until } = show();
  expect(screen.lastFrame()).toContain('connecting ...');
  log.connect({ state: 'listening' });
  expect(await until('● listening')).not.toContain('connecting');
  log.connect({ state: 'cut off', since: new Date(2026, 10, 20, 18), problem: 'ECONNRESET' });
  expect(await until('disconnected since 2026-11-20 18:00:00')).not.toContain('listening');
  const since = new Date();
  log.connect({ state: 'cut off', since, problem: 'ECONNRESET' });
  await until(`disconnected since ${since.toTimeString().slice(0, 8)}`);
});

test('the newest event is selected until the user selects another, which stays selected as more arrive', async () => {
  const { add, screen, until } = show();
  for (let id = 1; id <= 3; id += 1) {
    add(statusEvent(id));
  }
  await until(/▶.*msg_1003/);
  screen.stdin.write('kk');
  await until(/▶.*msg_1001/);
  add(statusEvent(4));
  expect(await until('msg_1004')).toMatch(/▶.*msg_1001/);
  screen.stdin.write('\u001b[B');
  await until(/▶.*msg_1002/);
  screen.stdin.write('G');
  await until(/▶.*msg_1004/);
  add(statusEvent(5));
  await until(/▶.*msg_1005/);
  screen.stdin.write('g');
  await until(/▶.*msg_1001/);
});

test('keys open and close details, filter, curl and help', async () => {
  const { add, copied, screen, until, quits } = show();
  add(receivedEvent(1, 'Where is my order?'));
  add(statusEvent(2, 'failed'));
  await until('msg_1002');
  screen.stdin.write('d');
  await until('"channel": "whatsapp"');
  screen.stdin.write('d');
  await until('Ada on whatsapp');
  screen.stdin.write('/');
  await until('Enter keeps');
  screen.stdin.write('ada');
  await until(/▶.*Ada on whatsapp(?!.*msg_1002)/s);
  screen.stdin.write('\u001b');
  await until('msg_1002');
  screen.stdin.write('o');
  await until('curl -X POST');
  expect(copied).toEqual([expect.stringMatching(/^curl -X POST 'http.*"failed"/)]);
  screen.stdin.write('o');
  await until('arrows move');
  screen.stdin.write('?');
  await until('PgUp and PgDn');
  screen.stdin.write('?');
  await until('arrows move');
  screen.stdin.write('r');
  await until('start with --forward-to URL');
  screen.stdin.write('q');
  expect(await waitFor('the end', () => quits() === 1)).toBe(true);
});

test('filter text and Enter that arrive in one read set the filter', async () => {
  const { add, screen, until } = show();
  add(receivedEvent(1, 'Where is my order?'));
  add(statusEvent(2, 'failed'));
  await until('msg_1002');
  screen.stdin.write('/ada\rd');
  expect(await until('message.received  whd_1')).toMatch(/message +Where is my order\?/);
  screen.stdin.write('d/\u001b[C\u001b[200~ on\nwhatsapp\u001b[201~');
  await until('/ ada on whatsapp');
  screen.stdin.write('\r');
  expect(await until('arrows move')).toMatch(/▶.*Ada on whatsapp(?!.*msg_1002)/s);
});

test('r replays the selected event and shows the response', async () => {
  const receiver = await createReceiver();
  const { add, screen, until } = show(new Forwarder([receiver.url], 'whsec_given'));
  add(statusEvent(1));
  await until('msg_1001');
  screen.stdin.write('r');
  await until(/msg_1001.*200 in/);
  expect(receiver.deliveries.map(({ event }) => event.id)).toEqual(['whd_1']);
  screen.stdin.write('?');
  expect(await until('PgUp and PgDn')).not.toContain('whsec_given');
});
