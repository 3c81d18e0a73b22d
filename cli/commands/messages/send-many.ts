import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, type SendOptions } from '@wigwag/sdk';
import { filled, type TextValues } from '../../output/placeholders.ts';
import { clockOf, ProgressLine } from '../../output/progress-line.ts';
import type { CommandContext } from '../../program/context/context.ts';
import { InterruptedError, OutcomeError, RefusedError, UsageError } from '../../program/errors/errors.ts';
import { describe, EXIT_CODES, exitCodeOf, isWorthRepeating } from '../../program/errors/exit-codes.ts';
import { type InputSource, sourceOf } from '../../program/input/read-once.ts';
import { readStdin } from '../../program/input/stdin.ts';
import { whenInterrupted } from '../../program/process/signals.ts';
import { findTemplate } from '../templates/templates.ts';
import {
  type MessageBody,
  type MessageFlags,
  messageOf,
  type TemplateBody,
  type TemplateFlags,
  templateOf,
} from './message-flags.ts';
import {
  checkRecipients,
  columnsFor,
  everyColumn,
  readRecipients,
  recipientOf,
  type VariablesOf,
} from './recipients-file.ts';
import { REFUSED, ResultsFile } from './results-file.ts';
import { uploaderOf } from './send.ts';

interface ManyFlags {
  csv: string;
  results?: string;
  parallel: number;
  to?: string;
  wait?: string;
  idempotencyKey?: string;
}

/** How long a server may be unreachable before the run ends; a later run can resume it. */
const LONGEST_OUTAGE_SECONDS = 600;
const LONGEST_PAUSE_SECONDS = 5;

/** What to send for each row. */
interface Mailing {
  /** Called once with the columns of the file, before any message is sent. */
  prepare?(columns: string[]): Promise<void>;
  /** Returns the body of a row. A changed body is a different mailing. */
  bodyFor(values: TextValues): object;
  send(body: object, options: SendOptions): Promise<{ id: string; status: string }>;
  /** Texts of the flags, which may contain columns. */
  texts: string[];
}

/** `wigwag send TEXT --csv FILE`. */
export async function sendToMany(
  context: CommandContext,
  text: string | undefined,
  flags: ManyFlags & MessageFlags,
): Promise<void> {
  if (text === '-' && flags.csv === '-') {
    throw new UsageError('stdin can be the text or the rows, not both: give one of them as a file');
  }
  const words = text === '-' ? await readStdin() : text;
  const message = await messageOf(words, flags, uploaderOf(context, flags));
  const { messages } = context.wigwag;
  await run(context, flags, {
    texts: stringsIn(message),
    bodyFor: (values) => ({ to: recipientOf(values), ...fill(message, values) }),
    send: (body, options) => messages.send(body as MessageBody, options),
  });
}

/** `wigwag send template NAME --csv FILE`. */
export async function sendTemplateToMany(
  context: CommandContext,
  name: string,
  flags: ManyFlags & TemplateFlags,
): Promise<void> {
  const template = templateOf(name, flags);
  const { messages } = context.wigwag;
  let variablesOf: VariablesOf = flags.var === undefined ? everyColumn : () => undefined;
  await run(context, flags, {
    texts: stringsIn(template),
    async prepare(columns) {
      if (flags.var === undefined) {
        variablesOf = await variablesFor(context, name, flags, columns);
      }
    },
    bodyFor: (values) => {
      const variables = variablesOf(values);
      return { to: recipientOf(values), ...fill(template, values), ...(variables && { variables }) };
    },
    send: (body, options) => messages.sendTemplate(body as TemplateBody, options),
  });
}

/** Requests the template's variables, and reports the columns that the template does not use. */
async function variablesFor(
  context: CommandContext,
  name: string,
  { csv, language }: ManyFlags & TemplateFlags,
  columns: string[],
): Promise<VariablesOf> {
  const template = await findTemplate(context, name, language === undefined ? {} : { language }).catch((error) => {
    // A key that can send may lack the scope to read templates. Then every column is used.
    if (error instanceof ApiError && error.code === 'SCOPE_DENIED') {
      return undefined;
    }
    throw error;
  });
  if (template === undefined) {
    return everyColumn;
  }
  const { variables, unused } = columnsFor(template, { file: csv, columns });
  if (unused.length > 0) {
    context.say(`not used: ${unused.join(', ')}`);
  }
  return variables;
}

/** Returns a copy with the values of the row in all its texts. */
const fill = (template: object, values: TextValues): object =>
  JSON.parse(JSON.stringify(template), (_, value) => (typeof value === 'string' ? filled(value, values) : value));

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    return [value];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

async function run(context: CommandContext, flags: ManyFlags, mailing: Mailing): Promise<void> {
  const { csv } = flags;
  if (flags.to !== undefined || flags.wait !== undefined) {
    throw new UsageError('--csv sets the recipients and does not wait for a status: remove --to and --wait');
  }
  const source = await sourceOf(csv);
  try {
    await runOver(source, context, flags, mailing);
  } catch (error) {
    if (error instanceof UsageError) {
      error.message = error.message.replaceAll(source.path, csv);
    }
    throw error;
  } finally {
    await source.close();
  }
}

async function runOver(
  source: InputSource,
  context: CommandContext,
  flags: ManyFlags,
  mailing: Mailing,
): Promise<void> {
  const { parallel } = flags;
  const { rows: total, repeated, columns } = await checkRecipients(source.path, mailing.texts);
  if (repeated > 0) {
    context.say(`${repeated} of ${total} rows repeat the recipient of an earlier row; each row sends a message`);
  }
  const name = flags.idempotencyKey ?? basename(source.name);
  if (context.flags.dryRun) {
    context.say(`${total} rows would be sent; this is the first`);
    return showFirst(source.path, name, mailing);
  }
  const progress = new ProgressLine(total, { quiet: context.flags.quiet ?? false });
  const count = { sent: 0, refused: 0, skipped: 0 };
  const stop = new AbortController();
  whenInterrupted(() => stop.abort(new InterruptedError('interrupted; run the same command again to resume')));

  const retry = new SharedRetry(stop.signal, (line) => {
    progress.clear();
    context.say(line);
  });
  await retry.run(async () => mailing.prepare?.(columns));
  const path = flags.results ?? `${source.name}.results.csv`;
  const results = await ResultsFile.open(path);
  const sendRow = async ({ row, to, body, key }: Parcel) => {
    if (results.sent.has(key)) {
      count.skipped += 1;
      return;
    }
    const noted = { row, to, key };
    try {
      const { id, status } = await retry.run(() => mailing.send(body, { idempotencyKey: key, maxRetries: 0 }));
      await results.note({ ...noted, status, id, error: '', at: new Date().toISOString() });
      count.sent += 1;
    } catch (error) {
      if (!(error instanceof ApiError) || exitCodeOf(error) !== EXIT_CODES.refused) {
        throw error;
      }
      await results.note({ ...noted, status: REFUSED, id: '', error: error.message, at: new Date().toISOString() });
      count.refused += 1;
    }
  };

  const began = progress.seconds;
  try {
    const { account, key } = await retry.run(() => context.wigwag.account.me());
    const mark = [context.settings.baseUrl, account.id, key.mode, name];
    await eachInParallel(parcelsOf(source.path, mark, mailing), parallel, stop, async (parcel) => {
      await sendRow(parcel);
      progress.at(count.sent + count.refused + count.skipped);
    });
  } finally {
    progress.clear();
    await results.close();
    context.say(
      `${count.sent} sent, ${count.refused} refused, ${count.skipped} sent before, of ${total} in ${clockOf(progress.seconds - began)}; recorded in ${path}`,
    );
  }
  await context.output.record({ total, ...count, results: path });
  const looked = count.sent + count.refused + count.skipped;
  if (looked !== total) {
    throw new OutcomeError(`${source.name} changed during the run: it had ${total} rows, and now has ${looked}`);
  }
  if (count.refused > 0) {
    throw new RefusedError(
      `${count.refused} of ${total} rows were refused; see ${path} for the reasons. Run the same command again to retry them`,
    );
  }
}

/** Shows the first row as a preview, and records no results. */
async function showFirst(path: string, name: string, mailing: Mailing): Promise<void> {
  for await (const { body, key } of parcelsOf(path, [name], mailing)) {
    await mailing.send(body, { idempotencyKey: key });
  }
}

/** The message of one row. */
interface Parcel {
  row: number;
  to: string;
  body: object;
  /** Its idempotency key. */
  key: string;
}

/**
 * Yields the rows of a file as they are sent. The same text to the same person is the same send, even if another run
 * starts it (§8: within 24 hours) and even if the row has moved in the file. The second of two identical rows is a
 * separate send.
 *
 * @param mark distinguishes mailings: server, account, mode and name
 */
async function* parcelsOf(path: string, mark: string[], mailing: Mailing): AsyncGenerator<Parcel, void, undefined> {
  const seen = new Map<string, number>();
  for await (const { row, values } of readRecipients(path)) {
    const body = mailing.bodyFor(values);
    const hash = hashOf([...mark, body]);
    const before = seen.get(hash) ?? 0;
    seen.set(hash, before + 1);
    yield { row, to: recipientOf(values), body, key: before === 0 ? hash : hashOf([hash, before]) };
  }
}

const hashOf = (parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40);

/** Waits while the server or its provider is down or the rate limit is reached. All senders wait together. */
class SharedRetry {
  readonly #signal: AbortSignal;
  readonly #say: (line: string) => void;
  #until = 0;
  #failingSince: number | undefined;
  #tries = 0;

  constructor(signal: AbortSignal, say: (line: string) => void) {
    this.#signal = signal;
    this.#say = say;
  }

  /** @throws the error of `call` if a retry cannot help, or if the outage has lasted too long */
  async run<Data>(call: () => Promise<Data>): Promise<Data> {
    for (;;) {
      await this.#wait();
      try {
        const data = await call();
        this.#failingSince = undefined;
        this.#tries = 0;
        return data;
      } catch (error) {
        this.#failingSince ??= Date.now();
        if (!isWorthRepeating(error) || Date.now() - this.#failingSince > LONGEST_OUTAGE_SECONDS * 1000) {
          throw error;
        }
        this.#postpone(error);
      }
    }
  }

  async #wait(): Promise<void> {
    for (let left = this.#until - Date.now(); left > 0; left = this.#until - Date.now()) {
      await pause(left, undefined, { signal: this.#signal }).catch(() => {});
      this.#signal.throwIfAborted();
    }
  }

  #postpone(error: unknown): void {
    const now = Date.now();
    if (this.#until > now) {
      return;
    }
    const asked = error instanceof ApiError ? error.retryAfter : undefined;
    const seconds = asked ?? Math.min(LONGEST_PAUSE_SECONDS, 0.5 * 2 ** this.#tries);
    if (this.#tries === 0 || asked === undefined) {
      this.#say(`${describe(error).split('\n')[0]}; retrying in ${seconds} s`);
    }
    this.#tries += 1;
    this.#until = now + seconds * 1000;
  }
}

/**
 * Runs `work` on at most `parallel` items at a time. After the first error it waits for the running items, and then
 * throws the error.
 */
async function eachInParallel<Item>(
  items: AsyncGenerator<Item>,
  parallel: number,
  stop: AbortController,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const worker = async () => {
    for await (const item of { [Symbol.asyncIterator]: () => ({ next: () => items.next() }) }) {
      await work(item);
      stop.signal.throwIfAborted();
    }
  };
  const ends = await Promise.allSettled(
    Array.from({ length: parallel }, () =>
      worker().catch((error) => {
        stop.abort(error);
        throw error;
      }),
    ),
  );
  await items.return(undefined);
  if (ends.some(({ status }) => status === 'rejected')) {
    throw stop.signal.reason;
  }
}
