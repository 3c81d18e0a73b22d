import type { SavedReply } from '../../store/conversations/saved-replies.ts';
import { separateRule } from '../../store/effects.ts';
import { invalidField } from '../api-error.ts';

interface SaveRequest extends SavedReply {
  accountId: number;
  /** How many saved replies an account can have. */
  most: number;
}

/**
 * Saves a reply for the team. One with the same name gets the new text. Returns the saved reply.
 *
 * @throws {ApiError} VALIDATION_FAILED naming `name` if the account has too many
 */
export const saveReply = separateRule({
  load: (tx, { accountId, most }: SaveRequest) => tx.savedReplies.list(accountId, most),

  decide(known, { accountId, name, text, most }) {
    const reply: SavedReply = { name: name.trim(), text };
    if (known.length >= most && !known.some((one) => one.name === reply.name)) {
      throw invalidField('name', `is one too many: an account can have ${most} saved replies. Delete one first`);
    }
    return { effects: { followUps: [(tx) => tx.savedReplies.put(accountId, reply)] }, result: reply };
  },
});

/** Deletes a saved reply. Returns whether there was one. */
export const deleteSavedReply = separateRule({
  load: async (tx, { accountId, name }: { accountId: number; name: string }) =>
    (await tx.savedReplies.find(accountId, name)) !== undefined,

  decide: (isKnown, { accountId, name }) => ({
    effects: { followUps: [(tx) => tx.savedReplies.delete(accountId, name)] },
    result: isKnown,
  }),
});
