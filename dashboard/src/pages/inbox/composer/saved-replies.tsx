import { BookmarkPlus, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button, IconButton } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { EmptyState, ErrorNote, SkeletonRows } from '../../../parts/feedback.tsx';
import { SearchField, TextField } from '../../../parts/fields/fields.tsx';
import { toast } from '../../../parts/toasts.tsx';
import { type SavedReply, useSavedReplies } from '../data/saved-replies.ts';

interface SavedRepliesProps {
  /** The text of the reply, which can be saved. */
  text: string;
  onChoose: (text: string) => void;
  onClose: () => void;
}

/** The texts that the team has saved: to find one, to save the text of the reply, and to delete. */
export function SavedReplies({ text, onChoose, onClose }: SavedRepliesProps) {
  const { data, error, refetch, save, remove } = useSavedReplies();
  const [search, setSearch] = useState('');
  const [refusal, setRefusal] = useState<unknown>();
  const wanted = search.trim().toLowerCase();
  const found = data?.filter((one) => `${one.name}\n${one.text}`.toLowerCase().includes(wanted)) ?? [];
  const discard = async (reply: SavedReply) => {
    setRefusal(undefined);
    try {
      await remove(reply.name);
      toast(`Deleted ${reply.name}`, () => void save(reply).catch(({ message }: Error) => toast(message)));
    } catch (problem) {
      setRefusal(problem);
    }
  };
  return (
    <Dialog title="Saved replies" isOpen onClose={onClose}>
      <SearchField
        label="Search saved replies"
        value={search}
        onChange={setSearch}
        autoFocus
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key === 'Enter' && first) {
            event.preventDefault();
            onChoose(first.text);
          }
        }}
      />
      {error && !data && <ErrorNote error={error} retry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={4} height={56} />}
      {data && found.length === 0 && (
        <EmptyState title={data.length === 0 ? 'No saved replies yet' : 'No saved reply matches'}>
          {data.length === 0
            ? 'Write a reply that you send often, and save it here. The whole team sees it.'
            : 'Change the words, or write fewer of them.'}
        </EmptyState>
      )}
      <ul className="template-choice saved-replies">
        {found.map((reply) => (
          <li key={reply.name} className="row">
            <button type="button" className="grow" onClick={() => onChoose(reply.text)}>
              <strong className="cut" dir="auto">
                {reply.name}
              </strong>
              <span className="muted cut" dir="auto">
                {reply.text}
              </span>
            </button>
            <IconButton label={`Delete ${reply.name}`} icon={Trash2} onPress={() => void discard(reply)} />
          </li>
        ))}
      </ul>
      {refusal !== undefined && <ErrorNote error={refusal} />}
      {text.trim() !== '' && <SaveText text={text.trim()} known={data ?? []} onSave={save} />}
    </Dialog>
  );
}

interface SaveTextProps {
  text: string;
  known: readonly SavedReply[];
  onSave: (reply: SavedReply) => Promise<void>;
}

/** Saves the text of the reply under a name. */
function SaveText({ text, known, onSave }: SaveTextProps) {
  const [name, setName] = useState('');
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  const isKnown = known.some((one) => one.name === name.trim());
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setError(undefined);
    try {
      await onSave({ name: name.trim(), text });
      setName('');
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(false);
    }
  };
  return (
    <form className="stack tight" onSubmit={(event) => void submit(event)}>
      <TextField
        label="Save the text that you are writing as"
        value={name}
        onChange={setName}
        maxLength={80}
        help={isKnown ? 'A saved reply has this name. It gets the new text.' : 'Such as Opening hours.'}
      />
      {error !== undefined && <ErrorNote error={error} />}
      <div>
        <Button type="submit" icon={BookmarkPlus} isPending={isPending} isDisabled={name.trim() === ''}>
          Save reply
        </Button>
      </div>
    </form>
  );
}
