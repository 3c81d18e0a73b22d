import type { FinalState } from './final-state.ts';
import type { Ledger } from './ledger.ts';
import { textOf } from './records.ts';

/** A person with a new number is the same person: one history, the same lists (§2.8, §2.10, user-ids, joined-people). */
export function checkChangedNames(ledger: Ledger, { changed }: FinalState): void {
  for (const { account, person, next, foundBy, texts, contact } of changed) {
    const who = `${person}, now ${next}, of account ${account}`;
    const received = ledger.inbound.filter((one) => one.account === account && one.person === person);
    const events = ledger.streams.get(account) ?? [];
    const known = received.filter(({ text }) => events.some((event) => textOf(event) === text));
    if (known.length === 0) {
      continue;
    }
    for (const [name, shown] of Object.entries(foundBy)) {
      if (shown !== next) {
        ledger.problem(`person: the ${name} name of ${who} leads to ${shown ?? 'no conversation'}`);
      }
    }
    for (const { text } of known) {
      const count = texts.filter((one) => one === text).length;
      if (count !== 1) {
        ledger.problem(`person: the history of ${who} shows "${text}" ${count} times`);
      }
    }
    for (const [list, isOn] of [
      ['opt-outs', contact?.opted_out],
      ['blocked-numbers', contact?.blocked],
    ] as const) {
      const expected = ledger.lists.stateOf(account, list, person);
      if (expected !== undefined && (isOn ?? false) !== expected) {
        ledger.problem(`person: ${who} is ${isOn ? '' : 'not '}on the list of ${list}`);
      }
    }
  }
}
