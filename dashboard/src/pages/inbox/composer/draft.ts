import { CAPABILITIES } from 'virtual:facts';
import type { UploadedFile } from '../../../files/upload.ts';
import type { Draft } from '../data/sends.ts';
import type { Channel, HistoryMessage } from '../data/types.ts';
import { summaryOf } from '../thread/content.tsx';

/** A file that is stored and not sent. */
export type StoredFile = UploadedFile;

/** What an agent has written to a person and not sent. */
export interface ReplyDraft {
  text: string;
  files: readonly StoredFile[];
  quote?: { externalId: string; summary: string; isCustomers: boolean } | undefined;
}

export const EMPTY: ReplyDraft = { text: '', files: [] };

export const quoteOf = (message: HistoryMessage): ReplyDraft['quote'] => ({
  externalId: message.external_id ?? '',
  summary: summaryOf(message),
  isCustomers: message.direction === 'in',
});

/** Returns the messages that a draft becomes: one for each file, and the text as a caption or as another message. */
export function messagesOf({ text, files, quote }: ReplyDraft, channel: Channel): Draft[] {
  const written = text.trim();
  const reply = quote && { reply_to: quote.externalId };
  const takesCaption =
    files[0] !== undefined && (CAPABILITIES[channel].captions as readonly string[]).includes(files[0].kind);
  const sent = files.map(
    ({ id, kind, name }, place): Draft => ({
      kind: 'message',
      body: {
        type: kind,
        media: { id },
        ...(kind === 'document' && { filename: name }),
        ...(place === 0 && takesCaption && written !== '' && { caption: written }),
        ...(place === 0 && reply),
      },
    }),
  );
  if (written !== '' && !takesCaption) {
    sent.push({ kind: 'message', body: { type: 'text', text: written, ...(files.length === 0 && reply) } });
  }
  return sent;
}

const encoder = new TextEncoder();

/** Returns how long a text is, as the channel counts it. */
export const lengthOf = (text: string, channel: Channel): number =>
  CAPABILITIES[channel].textUnit === 'bytes' ? encoder.encode(text).length : [...text].length;

/** Returns whether a text is longer than the channel takes in any number of messages. */
export const isTooLong = (text: string, channel: Channel): boolean =>
  lengthOf(text, channel) > CAPABILITIES[channel].maxTextLength && !CAPABILITIES[channel].splitsText;
