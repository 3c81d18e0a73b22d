import { Agent, type Dispatcher } from 'undici';
import { SimulatedProcess } from '../machine/process.ts';
import type { Scheduler } from '../machine/scheduler.ts';
import type { VisitorPage } from '../oracle/records.ts';

const SECOND = 1_000_000;
const LONGEST_PAUSE = 20 * SECOND;
/** How long a page waits for a response, in milliseconds. */
const TIMEOUT = 40_000;
/** How long a page waits for a heartbeat, in milliseconds. The server sends one every 15 seconds. */
const SILENCE = 40_000;

/** Whether the visitor looks at a page, which then reports messages as read. A hidden page of the oracle reports nothing. */
export type View = 'visible' | 'in background' | 'hidden';

/** A page that is open in a visitor's browser. */
export interface OpenPage {
  scheduler: Scheduler;
  process: SimulatedProcess;
  dispatcher: Dispatcher;
  page: VisitorPage;
  /** Messages to report to the server. */
  unreported: Set<string>;
  view: View;
  /** What it currently does. */
  busy: Set<string>;
  /** Breaks its connections. */
  loseConnections(): void;
}

/** Opens a page in the browser of a visitor. */
export function openPage(scheduler: Scheduler, visitor: string, view: View): OpenPage {
  const process = new SimulatedProcess(scheduler, visitor);
  const connect = () => process.run(() => new Agent({ headersTimeout: TIMEOUT, bodyTimeout: SILENCE }));
  const opened: OpenPage = {
    scheduler,
    process,
    dispatcher: connect(),
    page: { visitor: '', messages: [], hasOlder: undefined },
    view,
    unreported: new Set(),
    busy: new Set(),
    loseConnections() {
      const { dispatcher } = opened;
      opened.dispatcher = connect();
      process.run(() => void dispatcher.destroy());
    },
  };
  return opened;
}

/** Repeats work while `isNeeded`, with pauses that grow while it fails. It never runs twice at the same time on a page. */
export async function repeatWhile(
  opened: OpenPage,
  what: string,
  isNeeded: () => boolean,
  work: () => Promise<boolean>,
): Promise<void> {
  if (opened.busy.has(what)) {
    return;
  }
  opened.busy.add(what);
  for (let failures = 0; isNeeded(); ) {
    failures = (await work().catch(() => false)) ? 0 : failures + 1;
    const wait = failures === 0 ? SECOND : Math.min(LONGEST_PAUSE, 2 ** failures * SECOND);
    await opened.scheduler.pause(opened.process, what, wait);
  }
  opened.busy.delete(what);
}
