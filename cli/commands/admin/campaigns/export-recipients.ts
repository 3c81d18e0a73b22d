import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { admin } from '@wigwag/server';
import { csvOf } from '../../../output/csv-writer.ts';
import { UsageError } from '../../../program/errors/errors.ts';
import type { Operator } from '../operator.ts';

const COLUMNS = ['line', 'phone', 'name', 'status', 'reason', 'message_id', 'queued_at'];

type CampaignRef = admin.AdminInput<'getCampaign'>;
type RecipientPage = admin.AdminOutput<'listRecipients'>;

/**
 * Streams the result for each recipient as CSV, one page at a time.
 *
 * @param output a file, or `-` for stdout
 * @throws {UsageError} if the file cannot be written
 * @throws {AdminError} 404 if the account does not have the campaign; no file is created
 */
export async function exportRecipients(call: Operator, key: CampaignRef, output: string): Promise<void> {
  const toFile = output !== '-';
  const first = await call('listRecipients', { ...key, after: 0 });
  await pipeline(
    Readable.from(textsOf(call, key, first, toFile)),
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
async function* textsOf(call: Operator, key: CampaignRef, first: RecipientPage, bom: boolean): AsyncGenerator<string> {
  yield csvOf([], { columns: COLUMNS, header: true, bom });
  for (let page = first; ; ) {
    yield csvOf(page.recipients.map(rowOf), { columns: COLUMNS });
    if (page.next === null) {
      return;
    }
    page = await call('listRecipients', { ...key, after: page.next });
  }
}

const rowOf = ({
  position,
  phone,
  name,
  state,
  reason,
  message_id,
  queued_at,
}: RecipientPage['recipients'][number]) => [position, phone, name, state, reason, message_id, queued_at];
