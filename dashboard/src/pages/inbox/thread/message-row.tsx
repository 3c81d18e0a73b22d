import { FAILURE_FIXES } from 'virtual:facts';
import { CircleX, Lock, Reply, RotateCw } from 'lucide-react';
import { memo } from 'react';
import { useSession } from '../../../api/session.ts';
import { Button } from '../../../parts/button.tsx';
import { ClockTime } from '../../../parts/values/time.tsx';
import { partsOf } from '../data/mentions.ts';
import { discard, type Send } from '../data/sends.ts';
import type { HistoryMessage } from '../data/types.ts';
import { MessageContent, SentChoices, summaryOf } from './content.tsx';
import type { Row, ThreadNote } from './rows.ts';
import { LinkedText, PersonText } from './text.tsx';
import { Ticks } from './ticks.tsx';

interface MessageRowProps {
  row: Row & { kind: 'message' };
  /** The customer's name. */
  customer: string;
  mayReply: boolean;
  onReply: (message: HistoryMessage) => void;
  /** Shows the message that this one quotes. */
  onQuote: (message: HistoryMessage) => void;
}

/** A message of a thread, with its time and status. */
export const MessageRow = memo(function MessageRow({ row, customer, mayReply, onReply, onQuote }: MessageRowProps) {
  const { message, quoted, reactions, isLast } = row;
  const { direction, error, status, sent_by, edited_at, reply_to, external_id } = message;
  const who = direction === 'in' ? customer : 'you';
  return (
    <article
      className={`message ${direction}${isLast ? ' last' : ''}${message.deleted_at ? ' deleted' : ''}`}
      aria-label={direction === 'in' ? `${customer} wrote` : 'You wrote'}
    >
      <div className="bubble-line">
        <div className="bubble">
          {reply_to && message.type !== 'reaction' && (
            <Quote message={quoted} customer={customer} onOpen={() => onQuote(message)} />
          )}
          <MessageContent message={message} who={who} />
          {reactions.length > 0 && (
            <p className="reactions">
              {reactions.map(({ emoji, direction: side }) => (
                <span key={side} className="reaction" title={side === 'in' ? customer : 'You'}>
                  {emoji}
                </span>
              ))}
            </p>
          )}
        </div>
        {mayReply && external_id !== null && message.deleted_at === undefined && (
          <span className="message-actions">
            {/* Rows come and go while one scrolls, and React Aria's button with its tooltip takes several times as long. */}
            <button
              type="button"
              className="icon-button"
              aria-label="Quote this message"
              title="Quote this message"
              onClick={() => onReply(message)}
            >
              <Reply size={16} aria-hidden />
            </button>
          </span>
        )}
      </div>
      {(isLast || status === 'failed' || edited_at !== undefined || sent_by !== undefined) && (
        <p className="message-foot">
          {sent_by === 'app' && <span>Sent outside this inbox</span>}
          {edited_at !== undefined && <span>Edited</span>}
          <ClockTime at={message.at} />
          {status && <Ticks status={status} />}
        </p>
      )}
      {error && <MessageFailure error={error} />}
    </article>
  );
});

interface QuoteProps {
  /** Undefined if it is not loaded. */
  message: HistoryMessage | undefined;
  customer: string;
  onOpen: () => void;
}

const Quote = ({ message, customer, onOpen }: QuoteProps) => (
  <button type="button" className="quote" onClick={onOpen}>
    <strong dir="auto">
      {message === undefined ? 'Earlier message' : message.direction === 'in' ? customer : 'You'}
    </strong>
    {message && <span dir="auto">{summaryOf(message)}</span>}
  </button>
);

/** Whether a detail says no more than the title. */
const isSame = (detail: string, title: string | null | undefined): boolean =>
  detail.replace(/\.$/, '').toLowerCase() === title?.replace(/\.$/, '').toLowerCase();

/** Why a message failed, and what to do. */
function MessageFailure({ error }: { error: NonNullable<HistoryMessage['error']> }) {
  const { code, title, detail, provider_message } = error;
  const fix = FAILURE_FIXES[String(code)];
  return (
    <div className="failure">
      <CircleX size={14} aria-hidden />
      <div>
        <p>
          {title ?? provider_message ?? 'The message was not delivered'} <code>{code}</code>
        </p>
        {detail && !isSame(detail, title) && <p>{detail}</p>}
        {fix && <p>{fix}</p>}
      </div>
    </div>
  );
}

/** A note of an agent. It is never sent. */
export const NoteRow = ({ note }: { note: ThreadNote }) => {
  const { agent } = useSession();
  return (
    <article className="note-row" aria-label={`Note by ${note.author}`}>
      <p className="note-head">
        <Lock size={12} aria-hidden />
        <strong dir="auto">{note.author}</strong> <span>noted, only for the team</span>
        <ClockTime at={note.at} />
      </p>
      <p className="bubble-text" dir="auto">
        {partsOf(note.text, note.mentions).map(({ text, agents }, place) =>
          agents.length === 0 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a note never change
            <LinkedText key={place} text={text} />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <mark key={place} className={agents.some(({ id }) => id === agent?.id) ? 'mention own' : 'mention'}>
              {text}
            </mark>
          ),
        )}
      </p>
    </article>
  );
};

/** What a send will say. */
export function textOfSend({ draft }: Send): string {
  if (draft.kind === 'template') {
    return draft.text;
  }
  const { body } = draft;
  if ('text' in body && typeof body.text === 'string') {
    return body.text;
  }
  if ('interactive' in body) {
    return body.interactive.text;
  }
  if ('latitude' in body) {
    return body.name ?? `${body.latitude}, ${body.longitude}`;
  }
  return 'media' in body ? (body.caption ?? body.filename ?? 'File') : '';
}

interface SendRowProps {
  send: Send;
  onAgain: (send: Send) => void;
  /** Puts the text back into the composer. */
  onEdit: (send: Send) => void;
}

/** A message that the server has not accepted: on its way, or refused. */
export const SendRow = ({ send, onAgain, onEdit }: SendRowProps) => {
  const isFailed = send.state === 'failed';
  return (
    <article className={`message out last ${send.state}`} aria-label="You wrote">
      <div className="bubble-line">
        <div className="bubble">
          <PersonText text={textOfSend(send)} />
          {send.draft.kind === 'message' && 'interactive' in send.draft.body && (
            <SentChoices interactive={send.draft.body.interactive} />
          )}
        </div>
      </div>
      <p className="message-foot">
        <ClockTime at={send.at} />
        {!isFailed && <Ticks status="queued" />}
      </p>
      {isFailed && (
        <div className="failure" role="alert">
          <CircleX size={14} aria-hidden />
          <div>
            <p>
              Not sent. {send.problem?.message} {send.problem?.code && <code>{send.problem.code}</code>}
            </p>
            {send.problem?.fix && <p>{send.problem.fix}</p>}
            <div className="row wrap">
              <Button icon={RotateCw} onPress={() => onAgain(send)}>
                Try again
              </Button>
              <Button kind="quiet" onPress={() => onEdit(send)}>
                Edit
              </Button>
              <Button kind="quiet" onPress={() => discard(send.key)}>
                Discard
              </Button>
            </div>
          </div>
        </div>
      )}
    </article>
  );
};
