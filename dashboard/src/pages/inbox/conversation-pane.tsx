import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { lazy, memo, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useDraft } from '../../api/draft.ts';
import { Problem } from '../../api/problem.ts';
import { useMay } from '../../api/session.ts';
import { useKeys } from '../../frame/use-keys.ts';
import { IconButton } from '../../parts/button.tsx';
import { EmptyState, ErrorNote, Skeleton, SkeletonRows } from '../../parts/feedback.tsx';
import { toast } from '../../parts/toasts.tsx';
import { Composer } from './composer/composer.tsx';
import { EMPTY, quoteOf, type ReplyDraft } from './composer/draft.ts';
import { useChange } from './data/agents.ts';
import { useIsAnswered } from './data/answered.ts';
import { conversationQuery, dropPerson, findListed } from './data/conversations.ts';
import { hasHistory, newestReceived, refreshHistory } from './data/history.ts';
import { useReplyWindow } from './data/reply-window.ts';
import type { FoundMessage } from './data/search.ts';
import { type Draft, discard, type Send, useSend, useSends } from './data/sends.ts';
import { useNotes, usePresence } from './data/team.ts';
import { type Conversation, type HistoryMessage, nameOf } from './data/types.ts';
import { useTypingIndicator } from './data/typing.ts';
import { NewThread } from './new-thread.tsx';
import { textOfSend } from './thread/message-row.tsx';
import { Thread } from './thread/thread.tsx';
import { ThreadHead } from './thread/thread-head.tsx';

interface ConversationPaneProps {
  phone: string;
  /** The message to show. @default the newest */
  found: FoundMessage | undefined;
  showsPerson: boolean;
  onBack: () => void;
  /** Shows the newest message. */
  onNewest: () => void;
  /** Shows another message. */
  onFound: (message: FoundMessage) => void;
  onAbout: (shows: boolean) => void;
}

/** The open conversation: head, thread, composer, and the person beside it. */
export function ConversationPane({ phone, found, showsPerson, onAbout, ...changes }: ConversationPaneProps) {
  const { onBack } = changes;
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(conversationQuery(phone));
  const isMissing = error instanceof Problem && error.status === 404;
  const listed = findListed(queries, phone);
  /** Whether the person was known here, and the server has forgotten them. */
  const wasKnown = useRef(false);
  wasKnown.current ||= data !== undefined || listed !== undefined;
  const isErased = isMissing && wasKnown.current;
  const conversation: Conversation | undefined = isErased ? undefined : (data ?? listed);
  useEffect(() => {
    if (isErased) {
      dropPerson(queries, phone);
    }
  }, [isErased, queries, phone]);
  useEffect(() => {
    // A thread that was open before has missed messages that other clients sent.
    if (hasHistory(queries, phone)) {
      void refreshHistory(queries, phone).catch(() => {});
    }
  }, [queries, phone]);
  if (!conversation) {
    return (
      <section className="pane" aria-label="Conversation">
        {isMissing && (
          <span className="only-one-pane">
            <IconButton label="Back to the list" icon={ArrowLeft} onPress={onBack} />
          </span>
        )}
        {isErased ? (
          <EmptyState title="This person was erased">
            Their messages no longer exist. Choose another on the left.
          </EmptyState>
        ) : isMissing ? (
          <NewThread phone={phone} />
        ) : error ? (
          <ErrorNote error={error} retry={() => void refetch()} />
        ) : (
          <header className="thread-head">
            <Skeleton width={180} height={20} />
          </header>
        )}
      </section>
    );
  }
  return (
    <>
      <Open
        conversation={conversation}
        found={found}
        isBlocked={data?.contact.blocked === true}
        onAbout={onAbout}
        {...changes}
      />
      <div className={`person-place${showsPerson ? ' shown' : ''}`}>
        <Suspense fallback={<SkeletonRows rows={8} />}>
          <SteadyPerson
            conversation={conversation}
            contact={data?.contact}
            error={error}
            onClose={() => onAbout(false)}
          />
        </Suspense>
      </div>
    </>
  );
}

/** Loaded when the first conversation opens. */
const Person = lazy(() => import('./person/person.tsx').then((module) => ({ default: module.Person })));

/** Does not render again if only the last message or the unread count changes. */
const SteadyPerson = memo(Person, (before, after) => {
  const { last_message: _, unread_count: __, ...old } = before.conversation;
  const { last_message: ___, unread_count: ____, ...now } = after.conversation;
  return (
    before.contact === after.contact &&
    before.error === after.error &&
    Object.keys({ ...old, ...now }).every((name) => old[name as keyof typeof old] === now[name as keyof typeof now])
  );
});

interface OpenProps extends Pick<ConversationPaneProps, 'found' | 'onBack' | 'onNewest' | 'onFound' | 'onAbout'> {
  conversation: Conversation;
  isBlocked: boolean;
}

function Open({ conversation, found, isBlocked, onBack, onNewest, onFound, onAbout }: OpenProps) {
  const { phone, channel } = conversation;
  const mayReply = useMay('messages:send');
  const mayChange = useMay('conversations:write');
  const { window, error: windowError } = useReplyWindow(phone, channel);
  const [draft, setDraft] = useDraft<ReplyDraft>(`reply:${phone}`, EMPTY);
  const field = useRef<HTMLTextAreaElement>(null);
  const { change, error: changeError } = useChange();
  const [isAssignOpen, setAssignOpen] = useState(false);
  const { send, again } = useSend();
  const sends = useSends(phone);
  const { others: colleagues, lastNoteId } = usePresence(phone, draft.text);
  const { notes, add: addNote } = useNotes(phone, lastNoteId);
  useTypingIndicator(phone, draft.text, mayReply && mayChange && window?.isOpen === true && !isBlocked);
  const isAnswered = useIsAnswered(phone, draft.text !== '');
  const latest = useRef({ conversation, draft });
  latest.current = { conversation, draft };
  useReadMark(conversation, mayChange, change);

  const [isNote, setNote] = useState(false);
  const startReply = useCallback(() => {
    // The field of the reply is not there while a note is written.
    flushSync(() => setNote(false));
    field.current?.focus();
  }, []);
  const startNote = () => setNote(true);
  const assign = async (agent: Conversation['agent']) => {
    const before = conversation.agent;
    if (await change(conversation, { agent })) {
      const who = nameOf(conversation);
      toast(
        agent ? `Assigned ${who} to ${agent.name}` : `Unassigned ${who}`,
        () => void change(conversation, { agent: before }),
      );
    }
  };
  const close = async () => {
    const before = conversation.status === 'closed' ? 'closed' : 'open';
    const status = before === 'closed' ? 'open' : 'closed';
    if (await change(conversation, { status })) {
      toast(
        `${status === 'closed' ? 'Closed' : 'Opened'} the conversation with ${nameOf(conversation)}`,
        () => void change(conversation, { status: before }),
      );
    }
  };
  useKeys({
    ...(mayReply && { r: startReply, q: () => quoteLast(), n: startNote }),
    ...(mayChange && { a: () => setAssignOpen(true), e: () => void close() }),
    Escape: () => onAbout(false),
  });

  const onReply = useCallback(
    (message: HistoryMessage) => {
      setDraft({ ...latest.current.draft, quote: quoteOf(message) });
      startReply();
    },
    [setDraft, startReply],
  );
  const queries = useQueryClient();
  const quoteLast = () => {
    const last = newestReceived(queries, phone);
    if (last) {
      onReply(last);
    }
  };
  const onEdit = useCallback(
    (failed: Send) => {
      const { text } = latest.current.draft;
      setDraft({ ...latest.current.draft, text: [text, textOfSend(failed)].filter((part) => part !== '').join('\n') });
      discard(failed.key);
      startReply();
    },
    [setDraft, startReply],
  );
  const onSend = useCallback((message: Draft) => send(latest.current.conversation, message), [send]);

  return (
    <section className="pane" aria-label={`Conversation with ${nameOf(conversation)}`}>
      <ThreadHead
        conversation={conversation}
        closesAt={window?.isOpen ? window.closesAt : undefined}
        isAssignOpen={isAssignOpen}
        onAssignOpen={setAssignOpen}
        onAssign={(agent) => void assign(agent)}
        onClose={() => void close()}
        onBack={onBack}
        onAbout={() => onAbout(true)}
      />
      {changeError !== undefined && <ErrorNote error={changeError} />}
      <Thread
        phone={phone}
        found={found}
        newestAt={conversation.last_message?.at}
        customer={nameOf(conversation)}
        notes={notes}
        sends={sends}
        mayReply={mayReply}
        onNewest={onNewest}
        onFound={onFound}
        onReply={onReply}
        onAgain={again}
        onEdit={onEdit}
      />
      {windowError && <ErrorNote error={windowError} />}
      {mayReply ? (
        <Composer
          conversation={conversation}
          isBlocked={isBlocked}
          window={window}
          draft={draft}
          field={field}
          colleagues={colleagues}
          isAnswered={isAnswered}
          isNote={isNote}
          onNoteChoice={setNote}
          onNote={addNote}
          onDraft={setDraft}
          onSend={onSend}
        />
      ) : (
        <p className="composer muted">You can read this conversation, but not reply.</p>
      )}
    </section>
  );
}

/** Marks the open conversation as read while the page is in sight. */
function useReadMark(
  conversation: Conversation,
  mayChange: boolean,
  change: ReturnType<typeof useChange>['change'],
): void {
  const current = useRef(conversation);
  current.current = conversation;
  const { unread_count: unread } = conversation;
  useEffect(() => {
    const mark = () => {
      if (document.visibilityState === 'visible' && current.current.unread_count > 0) {
        void change(current.current, { unread_count: 0 });
      }
    };
    if (unread > 0 && mayChange) {
      mark();
      document.addEventListener('visibilitychange', mark);
      return () => document.removeEventListener('visibilitychange', mark);
    }
  }, [unread, mayChange, change]);
}
