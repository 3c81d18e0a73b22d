import type { Conversation, InboxModel } from '../../commands/inbox/model.ts';
import { isFound } from '../../commands/inbox/words.ts';
import { type InputLine, lineOf, textOf } from '../parts/input-line.ts';
import { type Now, useNow } from '../parts/use-keys.ts';

const NOTHING_FOUND: Pick<InboxModel['found'], 'messages' | 'conversations'> = {
  messages: new Map(),
  conversations: [],
};

export interface Search {
  words: Now<InputLine>;
  /** The newest message of each person that the last search over all messages found, if the words are still the same. */
  messages: () => InboxModel['found']['messages'];
  /** The conversations that match. */
  conversations: () => Conversation[];
  /** The position of the open conversation among them, or -1. */
  selected: () => number;
}

/** Filters the loaded conversations while the user types, and adds those of a search over all messages. */
export function useSearch(inbox: InboxModel): Search {
  const words = useNow(lineOf(''));
  const result = () => (inbox.found.text === textOf(words.now) ? inbox.found : NOTHING_FOUND);
  const conversations = () => {
    const { messages, conversations: others } = result();
    const text = textOf(words.now);
    return [...inbox.conversations.filter((one) => messages.has(one.phone) || isFound(one, text)), ...others];
  };
  return {
    words,
    messages: () => result().messages,
    conversations,
    selected: () => conversations().findIndex(({ phone }) => phone === inbox.opened?.conversation.phone),
  };
}
