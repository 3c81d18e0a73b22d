import { CAPABILITIES } from 'virtual:facts';
import { X } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { IconButton } from '../../../parts/button.tsx';
import { Note } from '../../../parts/feedback.tsx';
import type { useReplyWindow } from '../data/reply-window.ts';
import type { Draft } from '../data/sends.ts';
import type { Colleague } from '../data/team.ts';
import type { Conversation } from '../data/types.ts';
import { ActionRow, type PanelName } from './action-row.tsx';
import { Colleagues } from './colleagues.tsx';
import { EMPTY, isTooLong, messagesOf, type ReplyDraft } from './draft.ts';
import { FileList, forgetPreview, useUploads } from './files.tsx';
import { NoteField } from './note-field.tsx';
import { ButtonsPanel, ListPanel, LocationPanel, UrlPanel } from './panels.tsx';
import { SavedReplies } from './saved-replies.tsx';
import { TemplateDialog } from './template-dialog.tsx';
import { WindowNote } from './window-note.tsx';

interface ComposerProps {
  conversation: Conversation;
  isBlocked: boolean;
  window: ReturnType<typeof useReplyWindow>['window'];
  draft: ReplyDraft;
  /** Where the cursor goes with the key for replies. */
  field: RefObject<HTMLTextAreaElement | null>;
  /** Who else has the conversation open. */
  colleagues: readonly Colleague[];
  /** Whether someone else has answered since the person began to write. */
  isAnswered: boolean;
  onDraft: (draft: ReplyDraft) => void;
  onSend: (draft: Draft) => void;
  /** Whether a note is written instead of a reply. */
  isNote: boolean;
  onNoteChoice: (isNote: boolean) => void;
  onNote: (text: string, mentions: readonly number[]) => Promise<void>;
}

/** Where an agent writes to the person. What is typed stays until it is sent. */
export function Composer(props: ComposerProps) {
  const { conversation, isBlocked, window, draft, field, colleagues, isAnswered, isNote, onNoteChoice } = props;
  const { onDraft, onSend, onNote } = props;
  const { phone, channel, connection_id } = conversation;
  const { features, mediaFrom } = CAPABILITIES[channel];
  const [panel, setPanel] = useState<PanelName>();
  const [isOver, setOver] = useState(false);
  const latest = useRef(draft);
  latest.current = draft;
  const uploads = useUploads(connection_id, (file) =>
    onDraft({ ...latest.current, files: [...latest.current.files, file] }),
  );
  // Until the window is known, the server decides.
  const canWrite = window?.isOpen !== false && !isBlocked;
  const takesFiles = mediaFrom.includes('id');
  const isEmpty = draft.text.trim() === '' && draft.files.length === 0;
  const canSend = canWrite && !isEmpty && !isTooLong(draft.text, channel) && uploads.pending.length === 0;

  const send = () => {
    if (canSend) {
      for (const message of messagesOf(draft, channel)) {
        onSend(message);
      }
      onDraft(EMPTY);
      for (const { id } of draft.files) {
        forgetPreview(id);
      }
      uploads.clearError();
    }
  };
  const sendFrom = (message: Draft) => {
    onSend(message);
    setPanel(undefined);
    // A form of buttons or of a list took the place of the field.
    requestAnimationFrame(() => field.current?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape') {
      field.current?.blur();
    } else if (event.key === '/' && draft.text === '') {
      event.preventDefault();
      setPanel('saved');
    }
  };
  /** Puts a saved reply where the cursor is. */
  const insert = (saved: string) => {
    const { text } = latest.current;
    const [start, end] = [field.current?.selectionStart ?? text.length, field.current?.selectionEnd ?? text.length];
    onDraft({ ...latest.current, text: text.slice(0, start) + saved + text.slice(end) });
    setPanel(undefined);
  };
  const takeFiles = (files: FileList | undefined): boolean => {
    const some = [...(files ?? [])];
    if (some.length === 0 || !takesFiles) {
      return false;
    }
    void uploads.add(some);
    return true;
  };
  const onPaste = (event: ClipboardEvent) => takeFiles(event.clipboardData.files) && event.preventDefault();
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    takeFiles(event.dataTransfer.files);
  };

  const offersTemplates = features.includes('template') && !isBlocked;
  const panelProps = { phone, canSend: canWrite, onSend: sendFrom, onClose: () => setPanel(undefined) };
  const textProps = { text: draft.text, onText: (text: string) => onDraft({ ...latest.current, text }) };
  // The form of buttons or of a list has the field for the text.
  const hasTextField = panel !== 'buttons' && panel !== 'list';

  return (
    <section
      className={`composer${isOver ? ' over' : ''}`}
      aria-label="Reply"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(takesFiles && canWrite);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <div className="row">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and no place in a row */}
        <div className="segments" role="group" aria-label="Write">
          <button type="button" aria-pressed={!isNote} onClick={() => onNoteChoice(false)}>
            Reply
          </button>
          <button type="button" aria-pressed={isNote} onClick={() => onNoteChoice(true)}>
            Note
          </button>
        </div>
        <Colleagues colleagues={colleagues} />
      </div>
      {isAnswered && !isNote && (
        <div role="status">
          <Note tone="warn">Someone has answered since you began to write. Read it above before you send.</Note>
        </div>
      )}
      {isNote ? (
        <NoteField phone={phone} onAdd={onNote} />
      ) : (
        <>
          <WindowNote
            channel={channel}
            window={window}
            isBlocked={isBlocked}
            hasDraft={!isEmpty}
            {...(offersTemplates && { onTemplate: () => setPanel('template') })}
          />
          {panel === 'buttons' && <ButtonsPanel {...panelProps} {...textProps} />}
          {panel === 'list' && <ListPanel {...panelProps} {...textProps} />}
          {panel === 'location' && <LocationPanel {...panelProps} />}
          {panel === 'url' && <UrlPanel {...panelProps} channel={channel} />}
          {draft.quote && (
            <p className="composer-quote">
              <span className="grow cut" dir="auto">
                <strong>{draft.quote.isCustomers ? 'Reply to' : 'Reply to your'}</strong> {draft.quote.summary}
              </span>
              <IconButton label="Do not quote" icon={X} onPress={() => onDraft({ ...draft, quote: undefined })} />
            </p>
          )}
          <FileList
            files={draft.files}
            pending={uploads.pending}
            error={uploads.error}
            onRemove={(id) => {
              onDraft({ ...draft, files: draft.files.filter((file) => file.id !== id) });
              forgetPreview(id);
            }}
          />
          {hasTextField && (
            <>
              <textarea
                ref={field}
                className="composer-text"
                aria-label="Your reply"
                placeholder={canWrite ? 'Write a reply. / finds a saved one' : 'A draft for later'}
                rows={2}
                dir="auto"
                value={draft.text}
                onChange={({ target }) => onDraft({ ...draft, text: target.value })}
                onKeyDown={onKeyDown}
                onPaste={onPaste}
              />
              <ActionRow
                channel={channel}
                text={draft.text}
                canWrite={canWrite}
                canSend={canSend}
                offersTemplates={offersTemplates}
                onFiles={takeFiles}
                onPanel={setPanel}
                onSend={send}
              />
            </>
          )}
        </>
      )}
      {panel === 'template' && (
        <TemplateDialog conversation={conversation} onSend={sendFrom} onClose={() => setPanel(undefined)} />
      )}
      {panel === 'saved' && <SavedReplies text={draft.text} onChoose={insert} onClose={() => setPanel(undefined)} />}
    </section>
  );
}
