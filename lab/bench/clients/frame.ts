import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { statusEvent } from '../../../cli/testing/tail.ts';
import { type Benchmark, figure } from '../figure.ts';

/** The built screens; run `npm run build` first. */
const BUILT = new URL('../../../cli/dist/', import.meta.url);
const FEW = 100;
const MANY = 10_000;

/**
 * A frame of the events in the cockpit's size: its time on the processor with 10,000 events, and compared with 100. The
 * processor's time does not depend on other programs.
 */
export const frame: Benchmark = async ({ quick, progress }) => {
  // In development mode React profiles itself, as `cli/main.ts` explains.
  process.env.NODE_ENV = 'production';
  const [{ createElement }, { render }, { ListenScreen }, { EventLog }] = await Promise.all([
    import('react'),
    import('ink'),
    import(new URL('screens/events/ListenScreen.js', BUILT).href),
    import(new URL('commands/listen/event-log.js', BUILT).href),
  ]);
  const frames = quick ? 40 : 200;

  /** Returns the milliseconds of a frame after an event arrived. */
  async function measure(events: number): Promise<number> {
    const log = new EventLog();
    const add = (id: number) => {
      const event = statusEvent(id, 'sent');
      log.add({ rawBody: JSON.stringify(event), result: { event }, signed: false, attempt: 1 });
    };
    for (let id = 1; id <= events; id += 1) {
      add(id);
    }
    const stdout = Object.assign(new PassThrough(), { columns: 120, rows: 40, isTTY: true }).resume();
    const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode() {}, ref() {}, unref() {} });
    const element = (title: string) => createElement(ListenScreen, { title, log, quit() {}, copy() {} });
    const screen = render(element('warm-up'), {
      stdout: stdout as never,
      stdin: stdin as never,
      interactive: true,
      maxFps: 1_000,
      patchConsole: false,
    });
    let spent = 0;
    for (let round = -10; round < frames; round += 1) {
      add(events + round + 11);
      const began = process.cpuUsage();
      screen.rerender(element(String(round)));
      const { user, system } = process.cpuUsage(began);
      spent += round < 0 ? 0 : user + system;
      await pause(2);
    }
    screen.unmount();
    return spent / frames / 1_000;
  }

  const few = await measure(FEW);
  const many = await measure(MANY);
  progress(`a frame takes ${many.toFixed(1)} ms with 10,000 events, and ${few.toFixed(1)} ms with 100`);
  return [
    figure('frame-10000-events', many, 'ms', 16, 'down'),
    figure('frame-10000-against-100-events', many / few, 'ratio', 1.5, 'down'),
  ];
};
