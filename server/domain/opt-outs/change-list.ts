import type { App } from '../../app/app.ts';
import { separateRule } from '../../store/effects.ts';
import type { ListName } from '../../store/opt-outs/effects.ts';
import type { ListedPerson } from '../../store/opt-outs/person-list.ts';
import type { Caller } from '../account/caller.ts';
import { likeliestForm, namesOf, requirePhone } from '../contacts/person.ts';

/** A change of the opt-out list or the block list. */
interface ListChange {
  list: ListName;
  caller: Caller;
  /** The person in any format. */
  phone: string;
}

interface Addition extends ListChange {
  app: App;
  /** The source or the reason; empty for none. */
  note: string | null | undefined;
}

/**
 * Adds a person to the opt-out or the block list (§4.6). A person who is already on it keeps the time, and gets the new
 * note if there is one (list-add-again). Both lists stop the person's flow runs.
 *
 * @throws {ApiError} VALIDATION_FAILED for an invalid phone
 */
export const addToList = separateRule({
  async load(tx, { list, caller: { account }, phone: text }: Addition) {
    await tx.identities.lockNames(account.id);
    const phone = await requirePhone(tx, account, text);
    await tx.flowRuns.lockConversations(account.id, phone); // conversations are locked before lists
    const [known] = await tx[list].lock(account.id, [phone]);
    return { phone, known };
  },

  decide({ phone, known }, { app, list, caller: { account }, note }) {
    const at = app.monotonicNow();
    const given = note === '' ? null : note;
    const person: ListedPerson = {
      phone,
      note: given === undefined ? (known?.note ?? null) : given,
      createdAt: known?.createdAt ?? at,
    };
    return {
      effects: {
        listed: [{ list, accountId: account.id, ...person }],
        stoppedRuns: [{ accountId: account.id, phone, reason: 'other', at }], // flow-other-stops
      },
      result: person,
    };
  },
});

/** Removes a person from a list (§4.6). Removing a person who is not on the list has no effect (list-removal). */
export const removeFromList = separateRule({
  async load(tx, { list, caller: { account }, phone }: ListChange) {
    await tx.identities.lockNames(account.id);
    const names = await namesOf(tx, account, phone);
    const listed = new Set((await tx[list].lock(account.id, names)).map((person) => person.phone));
    return names.find((name) => listed.has(name));
  },

  decide: (listed, { list, caller: { account }, phone }) => ({
    effects: listed === undefined ? {} : { unlisted: [{ list, accountId: account.id, id: listed }] },
    result: { phone: listed ?? likeliestForm(phone, account.country), removed: listed !== undefined },
  }),
});
