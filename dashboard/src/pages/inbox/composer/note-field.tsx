import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useDraft } from '../../../api/draft.ts';
import { Button } from '../../../parts/button.tsx';
import { ErrorNote } from '../../../parts/feedback.tsx';
import { useAgents } from '../data/agents.ts';
import { type Mentioned, mentionsIn, openMention, suggestions } from '../data/mentions.ts';

interface NoteFieldProps {
  phone: string;
  onAdd: (text: string, mentions: readonly number[]) => Promise<void>;
}

/** How many agents to suggest at a time. */
const MOST = 6;

/** Where an agent writes a note for the team. It looks different from a reply, because it is never sent. */
export function NoteField({ phone, onAdd }: NoteFieldProps) {
  const [text, setText, clear] = useDraft(`note:${phone}`, '');
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const agents = useAgents();
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  /** Where the `@` is whose list the person closed. */
  const [closedAt, setClosedAt] = useState<number>();
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const open = openMention(text, caret);
  const offered = open && open.at !== closedAt ? suggestions(agents, open.typed).slice(0, MOST) : [];
  const isOffering = offered.length > 0;
  const current = Math.min(chosen, offered.length - 1);

  /** Where the caret belongs after the next render. */
  const next = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (next.current !== undefined) {
      field.current?.setSelectionRange(next.current, next.current);
      setCaret(next.current);
      next.current = undefined;
    }
  });

  const add = async () => {
    if (text.trim() === '' || isPending) {
      return;
    }
    setPending(true);
    setError(undefined);
    try {
      await onAdd(
        text,
        mentionsIn(text, agents).map(({ id }) => id),
      );
      clear();
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(false);
    }
  };
  const mention = (agent: Mentioned | undefined) => {
    if (open && agent) {
      const before = `${text.slice(0, open.at)}@${agent.name} `;
      next.current = before.length;
      setText(before + text.slice(caret).replace(/^ /, ''));
      setClosedAt(open.at);
      field.current?.focus();
    }
  };
  const move = (by: number) => setChosen((current + by + offered.length) % offered.length);
  const listKeys: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => mention(offered[current]),
    Tab: () => mention(offered[current]),
    Escape: () => setClosedAt(open?.at),
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) {
      return;
    }
    const act = isOffering && !event.shiftKey ? listKeys[event.key] : undefined;
    if (act) {
      event.preventDefault();
      act();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void add();
    } else if (event.key === 'Escape') {
      event.currentTarget.blur();
    }
  };
  return (
    <>
      {error !== undefined && <ErrorNote error={error} />}
      <div className="mention-field">
        {isOffering && (
          // The focus stays in the text, which names the current option.
          <div className="mention-list" id={listId} role="listbox" aria-label="Agents to mention">
            {offered.map((agent, place) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text
              <div
                key={agent.id}
                id={`${listId}-${place}`}
                role="option"
                aria-selected={place === current}
                dir="auto"
                onPointerMove={() => setChosen(place)}
                // The text keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => mention(agent)}
              >
                {agent.name}
              </div>
            ))}
          </div>
        )}
        <textarea
          ref={field}
          className="composer-text note-text"
          aria-label="Your note"
          aria-autocomplete="list"
          aria-controls={isOffering ? listId : undefined}
          aria-activedescendant={isOffering ? `${listId}-${current}` : undefined}
          placeholder="Write a note that only the team sees. @ mentions a colleague"
          rows={2}
          dir="auto"
          maxLength={4096}
          // biome-ignore lint/a11y/noAutofocus: the person has just chosen to write a note
          autoFocus
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setCaret(target.selectionStart);
            setChosen(0);
            if (closedAt !== undefined && target.value[closedAt] !== '@') {
              setClosedAt(undefined);
            }
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onBlur={() => setClosedAt(open?.at)}
          onKeyDown={onKeyDown}
        />
        <span className="visually-hidden" role="status">
          {isOffering && `${offered.length} agents to mention. Press Enter for ${offered[current]?.name}`}
        </span>
      </div>
      <div className="row">
        <span className="composer-hint muted">Never sent to the customer</span>
        <span className="grow" />
        <Button kind="primary" isPending={isPending} isDisabled={text.trim() === ''} onPress={() => void add()}>
          Add the note
        </Button>
      </div>
    </>
  );
}
