import { CAPABILITIES } from 'virtual:facts';
import { AtSign, Bot, Check, CornerUpLeft, Hourglass } from 'lucide-react';
import { memo } from 'react';
import { useWritten } from '../../../api/draft.ts';
import type { Label } from '../../../api/labels.ts';
import { Count } from '../../../parts/feedback.tsx';
import { Time } from '../../../parts/values/time.tsx';
import type { ReplyDraft } from '../composer/draft.ts';
import { closingOf, isShort, timeLeft } from '../data/reply-window.ts';
import { type Conversation, keyOf, nameOf } from '../data/types.ts';
import { summaryOf } from '../thread/content.tsx';
import { ChannelIcon } from './channel-icon.tsx';

interface ConversationRowProps {
  conversation: Conversation;
  isOpen: boolean;
  isCurrent: boolean;
  now: number;
  labels: readonly Label[] | undefined;
  /** Whether a note that the person has not seen mentions them. */
  isMentioned: boolean;
  onOpen: (phone: string) => void;
  isSelected: boolean;
  /** Whether a press selects the row. */
  isChoosing: boolean;
  /** Undefined if the login may not change conversations. */
  onSelect: ((key: string, isRange: boolean) => void) | undefined;
}

/** What a reply that was not sent says. */
const draftText = ({ text, files }: ReplyDraft): string => text.trim() || files.map(({ name }) => name).join(', ');

/** A conversation in the list: the person, the last message, and what it waits for. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, isOpen, isCurrent, now, labels, isMentioned, onOpen, isSelected, isChoosing, onSelect } = props;
  const { phone, channel, status, agent, unread_count: unread, last_message: last } = conversation;
  const summary = last ? (last.message ? summaryOf(last.message) : (last.text ?? '')) : 'No messages';
  const written = useWritten(`reply:${phone}`, draftText);
  // The text of the open conversation is in its composer.
  const draft = isOpen ? undefined : written;
  return (
    <>
      <button
        type="button"
        className={`conversation${unread > 0 ? ' unread' : ''}${isCurrent ? ' current' : ''}${isSelected ? ' selected' : ''}`}
        aria-current={isOpen || undefined}
        data-phone={phone}
        onClick={({ shiftKey }) => {
          if (onSelect && (shiftKey || isChoosing)) {
            onSelect(keyOf(conversation), shiftKey);
          } else {
            onOpen(phone);
          }
        }}
      >
        <span className="conversation-line">
          <ChannelIcon channel={channel} />
          <span className="conversation-name cut" dir="auto">
            {nameOf(conversation)}
          </span>
          {last && <Time at={last.at} />}
        </span>
        <span className="conversation-line">
          {draft ? (
            <span className="conversation-text cut">
              <span className="draft">Draft:</span> <bdi>{draft}</bdi>
            </span>
          ) : (
            <span className="conversation-text cut" dir="auto">
              {last?.direction === 'out' && <CornerUpLeft size={12} aria-label="You:" />}
              {summary}
            </span>
          )}
          {isMentioned && (
            <span className="count" title="A note mentions you">
              <AtSign size={12} aria-hidden />
              <span className="visually-hidden">A note mentions you</span>
            </span>
          )}
          {unread > 0 && <Count of={unread} what="unread" />}
        </span>
        <span className="conversation-line meta">
          {status === 'bot' && (
            <span className="meta-item">
              <Bot size={12} aria-hidden /> Flow
            </span>
          )}
          {status === 'closed' && <span className="meta-item">Closed</span>}
          <span className="cut grow">{agent ? agent.name : <span className="unassigned">Unassigned</span>}</span>
          {labels && labels.length > 0 && <RowLabels labels={labels} />}
          <WindowLeft conversation={conversation} now={now} />
        </span>
      </button>
      {onSelect && (
        // biome-ignore lint/a11y/useSemanticElements: the keys of the list do nothing in an input
        <button
          type="button"
          role="checkbox"
          className="conversation-check"
          aria-checked={isSelected}
          aria-label={`Select ${nameOf(conversation)}`}
          onClick={({ shiftKey }) => onSelect(keyOf(conversation), shiftKey)}
        >
          <span className="check" aria-hidden>
            <Check size={12} />
          </span>
        </button>
      )}
    </>
  );
});

/** How many labels a row names. */
const NAMED = 2;

function RowLabels({ labels }: { labels: readonly Label[] }) {
  return (
    <span className="row-labels" title={labels.map(({ name }) => name).join(', ')}>
      <span className="visually-hidden">Labels: </span>
      {labels.slice(0, NAMED).map(({ id, name, color }) => (
        <span key={id} className="row-label">
          <span className="label-dot" style={color === null ? undefined : { background: color }} aria-hidden />
          <bdi className="cut">{name}</bdi>
        </span>
      ))}
      {labels.length > NAMED && <span className="number">+{labels.length - NAMED}</span>}
    </span>
  );
}

/** How long free-form replies are possible, as far as the list knows. */
function WindowLeft({ conversation: { channel, last_message }, now }: { conversation: Conversation; now: number }) {
  if (CAPABILITIES[channel].windowHours === null || last_message?.direction !== 'in') {
    return null;
  }
  const closesAt = closingOf(channel, last_message.at);
  if (closesAt === null) {
    return null;
  }
  return Date.parse(closesAt) <= now ? (
    <span className="meta-item">Window closed</span>
  ) : (
    <span
      className={`meta-item number${isShort(closesAt, now) ? ' short' : ''}`}
      title="Time left for free-form replies"
    >
      <Hourglass size={12} aria-hidden />
      {timeLeft(closesAt, now)} left
      <span className="visually-hidden"> to reply</span>
    </span>
  );
}
