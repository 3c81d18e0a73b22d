import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type App, admin, isoOf, type Recipient } from '@wigwag/server';
import { csvOf } from '../../../output/csv-writer.ts';
import { UsageError } from '../../../program/errors.ts';

const COLUMNS = ['line', 'phone', 'name', 'status', 'reason', 'message_id', 'queued_at'];

/**
 * Streams the result for each recipient as CSV, one page at a time.
 *
 * @param output a file, or `-` for stdout
 * @throws {UsageError} if the file cannot be written
 */
export async function exportRecipients(app: App, campaign: admin.CampaignKey, output: string): Promise<void> {
  const toFile = output !== '-';
  await pipeline(
    Readable.from(textsOf(app, campaign, toFile)),
    toFile ? createWriteStream(output, { mode: 0o600 }) : process.stdout, // only the owner may read numbers and names
  ).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === 'open' ? new UsageError(`cannot write ${output}: ${error.message}`) : error;
  });
}

/**
 * Yields the header, and then the text of each page.
 *
 * @param bom whether to start with a byte order mark, which spreadsheets need to detect UTF-8
 */
async function* textsOf(app: App, campaign: admin.CampaignKey, bom: boolean): AsyncGenerator<string> {
  yield csvOf([], { columns: COLUMNS, header: true, bom });
  for await (const page of admin.listRecipients(app, campaign)) {
    yield csvOf(page.map(rowOf), { columns: COLUMNS });
  }
}

const rowOf = ({ position, phone, name, state, reason, messageId, queuedAt }: Recipient) => [
  position,
  phone,
  name,
  state,
  reason,
  messageId,
  queuedAt === null ? null : isoOf(queuedAt),
];
