import type { FinalState } from './final-state.ts';
import type { Ledger } from './ledger.ts';
import type { ApiReply, ApiSend, ProviderSend } from './records.ts';

const HOUR = 3600 * 1_000_000;
const DAY = 24 * HOUR;
/** §2.6: how long an upload can be sent. */
const UPLOAD_DAYS = 30;
/** received-media: how long a link to a customer's file is valid. */
const LINK_DAYS = 7;

/** §2.6, media-record: checks the response to an upload that began at this time. */
export function checkUpload(ledger: Ledger, reply: ApiReply, bytes: number, begun: number, now: number): void {
  const { id, size, expires_at } = reply.body.data;
  const expires = Date.parse(String(expires_at)) * 1000 - UPLOAD_DAYS * DAY;
  if (size !== bytes || expires < begun - ledger.slack || expires > now + ledger.slack) {
    ledger.problem(`media: the upload ${id} of ${bytes} bytes has ${size} bytes and expires at ${expires_at}`);
  }
}

/** The provider got the exact bytes of a file that was uploaded. */
export function checkSentFile(
  ledger: Ledger,
  { token, file, ids }: ApiSend,
  sent: readonly ProviderSend[],
  { files, messages }: FinalState,
): void {
  for (const { payload } of sent) {
    const [found] = Object.values(payload).flatMap((value) => (value as { id?: string } | null)?.id ?? []);
    if (files.get(String(found)) !== file) {
      ledger.problem(`media: ${token} left with the file ${found}, whose bytes are not those of the upload`);
    }
  }
  for (const id of ids) {
    // 131053: the provider does not have the file. It keeps uploads for 30 days.
    if (messages.get(id)?.error?.code === '131053') {
      ledger.problem(`media: ${token} failed because the provider does not have its file`);
    }
  }
}

/** A download of a customer's file. */
export interface Download {
  /** Undefined if every try failed. */
  status: number | undefined;
  /** The hash of the bytes. */
  hash: string | undefined;
}

/**
 * received-media: a customer's file can be downloaded with the link in its event for 7 days, and equals what the customer
 * sent.
 *
 * @param knownAt when the event arrived
 * @param isCertain whether no fault can affect the download
 */
export function checkDownload(
  ledger: Ledger,
  message: { text: string; file: string },
  { status, hash }: Download,
  { knownAt, now, isCertain }: { knownAt: number; now: number; isCertain: boolean },
): void {
  if (status === 200 && hash !== message.file) {
    ledger.problem(`media: the download of the file of "${message.text}" differs from what the customer sent`);
  }
  const age = now - knownAt;
  const isUnsigned = knownAt <= ledger.keyChangedAt || ledger.isChangingKey;
  if (isUnsigned || !isCertain) {
    return;
  }
  if (status !== 200 && age < LINK_DAYS * DAY - HOUR) {
    ledger.problem(`media: the download of the file of "${message.text}" got ${status ?? 'no response'}`);
  }
  if (status !== 410 && age > LINK_DAYS * DAY + HOUR) {
    ledger.problem(`media: the link to the file of "${message.text}" got ${status} after ${age / DAY} days`);
  }
}
