import type { App } from '../../app/app.ts';
import { currentForm } from '../../base/phone-form.ts';
import { OUTDATED_PLACES } from '../../store/people/outdated-numbers.ts';
import { joinPeople } from './join-people.ts';

/** The number of names that one query returns. */
const PAGE = 200;

/**
 * Joins people who are stored under an outdated form of their number with their current form (two-forms). Each person
 * has a separate transaction, so that other work runs in between. Another call continues after an interruption, and
 * also finds what servers of an earlier version have stored since.
 *
 * @param isClosed whether to stop after the current transaction
 */
export async function joinForms(app: App, isClosed: () => boolean): Promise<void> {
  for (const accountId of await app.store.read.outdatedNumbers.listAccounts()) {
    for (const place of OUTDATED_PLACES) {
      let after: string | undefined = '';
      while (after !== undefined) {
        const page: { numbers: string[]; last: string | undefined } = await app.store.read.outdatedNumbers.list(
          accountId,
          place,
          after,
          PAGE,
        );
        for (const from of page.numbers) {
          if (isClosed()) {
            return;
          }
          await joinForm(app, accountId, from);
        }
        after = page.last;
      }
    }
  }
}

async function joinForm(app: App, accountId: number, from: string): Promise<void> {
  try {
    await app.store.transaction(async (tx) => {
      await tx.identities.lock({ accountId });
      await joinPeople(app, tx, { accountId, portfolio: undefined, from, to: currentForm(from) });
    });
  } catch (error) {
    // The number is not logged, because it is personal data.
    app.log.warn(
      { account: accountId, error },
      'a person under an outdated number cannot be joined; see the next hour',
    );
  }
}
