import { type KeyboardEvent, useState } from 'react';
import { useDraft } from '../../../api/draft.ts';
import { Button } from '../../../parts/button.tsx';
import { ErrorNote } from '../../../parts/feedback.tsx';

interface NoteFieldProps {
  phone: string;
  onAdd: (text: string) => Promise<void>;
}

/** Where an agent writes a note for the team. It looks different from a reply, because it is never sent. */
export function NoteField({ phone, onAdd }: NoteFieldProps) {
  const [text, setText, clear] = useDraft(`note:${phone}`, '');
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const add = async () => {
    if (text.trim() === '' || isPending) {
      return;
    }
    setPending(true);
    setError(undefined);
    try {
      await onAdd(text);
      clear();
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void add();
    } else if (event.key === 'Escape') {
      event.currentTarget.blur();
    }
  };
  return (
    <>
      {error !== undefined && <ErrorNote error={error} />}
      <textarea
        className="composer-text note-text"
        aria-label="Your note"
        placeholder="Write a note that only the team sees"
        rows={2}
        dir="auto"
        maxLength={4096}
        // biome-ignore lint/a11y/noAutofocus: the person has just chosen to write a note
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
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
