import { Hourglass } from 'lucide-react';
import { Button } from '../../../parts/button.tsx';
import { Note } from '../../../parts/feedback.tsx';
import { Time } from '../../../parts/values/time.tsx';
import { isShort, timeLeft, useNow, type useReplyWindow } from '../data/reply-window.ts';
import type { Channel } from '../data/types.ts';
import { CHANNEL_NAMES } from '../list/channel-icon.tsx';

interface WindowNoteProps {
  channel: Channel;
  window: ReturnType<typeof useReplyWindow>['window'];
  isBlocked: boolean;
  hasDraft: boolean;
  /** Opens the choice of a template, if the channel has templates. */
  onTemplate?: () => void;
}

/** Says what may be written now, and what to do if nothing may. */
export function WindowNote({ channel, window, isBlocked, hasDraft, onTemplate }: WindowNoteProps) {
  if (isBlocked) {
    return (
      <Note tone="warn">This person is blocked and receives nothing. Unblock them in their details to reply.</Note>
    );
  }
  if (window === undefined || window.isOpen) {
    return null;
  }
  return (
    <div role="status">
      <Note tone="warn">
        <p>
          <strong>{window.hasEverOpened ? 'The reply window is closed.' : 'This person has not written yet.'}</strong>{' '}
          {window.hasEverOpened && window.closesAt && (
            <>
              It closed <Time at={window.closesAt} />.{' '}
            </>
          )}
          {onTemplate
            ? `${CHANNEL_NAMES[channel]} accepts only approved templates until the customer writes again.`
            : `${CHANNEL_NAMES[channel]} accepts nothing until the customer writes again.`}
          {hasDraft && ' Your text is kept.'}
        </p>
        {onTemplate && (
          <Button kind="primary" onPress={onTemplate}>
            Choose a template
          </Button>
        )}
      </Note>
    </div>
  );
}

/** How long the window stays open, for the head of the conversation. */
export function WindowCountdown({ closesAt }: { closesAt: string | null | undefined }) {
  const now = useNow(closesAt);
  if (!closesAt || Date.parse(closesAt) <= now) {
    return null;
  }
  return (
    <span
      className={`window-left number${isShort(closesAt, now) ? ' short' : ''}`}
      title="Time left for free-form replies"
    >
      <Hourglass size={14} aria-hidden />
      {timeLeft(closesAt, now)} left
      <span className="visually-hidden"> to reply</span>
    </span>
  );
}
