import { type InboxModel, keyOf } from '../../commands/inbox/model.ts';
import { type InputLine, lineOf, textOf } from '../parts/input-line.ts';
import { useNow } from '../parts/use-keys.ts';

/**
 * Keeps the draft of each conversation while another one is open.
 *
 * @param isChat there is only one conversation, which has a draft before it is open
 */
export function useDraft(inbox: InboxModel, isChat: boolean) {
  const drafts = useNow<ReadonlyMap<string, InputLine>>(new Map());
  const place = () => (isChat || !inbox.opened ? '' : keyOf(inbox.opened.conversation));
  const draftAt = (where: string) => drafts.now.get(where) ?? lineOf('');
  const setDraft = (where: string, line: InputLine) => drafts.set(new Map(drafts.now).set(where, line));
  return {
    /** Returns the draft of the open conversation. */
    line: () => draftAt(place()),
    set: (line: InputLine) => setDraft(place(), line),
    /** Sends the draft. @param onSend called when it is being sent */
    send: async (onSend: () => void) => {
      const where = place();
      const text = textOf(draftAt(where));
      if (text.trim() !== '') {
        setDraft(where, lineOf(''));
        onSend();
        if (!(await inbox.reply(text))) {
          // Put the refused text back into the line, before any text typed meanwhile.
          const { before, after } = draftAt(where);
          setDraft(where, { before: text + before, after });
        }
      }
    },
  };
}
