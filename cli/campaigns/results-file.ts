import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type App, type Campaign, isoOf } from '@wigwag/server';
import { stringify } from 'csv-stringify';
import { UsageError } from '../errors.ts';

type Key = Pick<Campaign, 'accountId' | 'id'>;

/** How many recipients are read at once. */
const EXPORT_PAGE = 1_000;

/**
 * Writes what came of everybody as CSV, however many there are.
 *
 * @param output a file, or `-` for stdout
 * @throws {UsageError} when it cannot be written
 */
export async function writeResults(app: App, campaign: Key, output: string): Promise<void> {
  const toFile = output !== '-';
  const rows = stringify({
    header: true,
    bom: toFile, // spreadsheets need it to see UTF-8
    escape_formulas: true, // a name may be anything
    columns: ['line', 'phone', 'name', 'status', 'reason', 'message_id', 'queued_at'],
  });
  await pipeline(
    Readable.from(resultsOf(app, campaign)),
    rows,
    toFile ? createWriteStream(output, { mode: 0o600 }) : process.stdout, // numbers and names are for nobody else
  ).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === 'open' ? new UsageError(`cannot write ${output}: ${error.message}`) : error;
  });
}

async function* resultsOf(app: App, { accountId, id }: Key): AsyncGenerator<(string | number)[]> {
  for (let after = 0; ; ) {
    const page = await app.store.read.campaigns.listRecipients(accountId, id, after, EXPORT_PAGE);
    for (const { position, phone, name, state, reason, messageId, queuedAt } of page) {
      const at = queuedAt === null ? '' : isoOf(queuedAt);
      yield [position, phone, name ?? '', state, reason ?? '', messageId ?? '', at];
    }
    const last = page.at(-1);
    if (last === undefined) {
      return;
    }
    after = last.position;
  }
}
