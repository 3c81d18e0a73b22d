import { CAPABILITIES, type Channel } from '@wigwag/openapi';
import type { ControlBody } from '../control.ts';
import { Untestable } from '../verdict.ts';
import type { Accounts } from './accounts.ts';
import { requireControl } from './require-control.ts';
import type { Session } from './session.ts';

/** What a customer writes, beside who does. */
export type Written = Partial<Omit<ControlBody<'receiveInbound'>, 'account_id' | 'from' | 'channel'>>;

/** People who get messages and write. */
export interface People {
  /** Somebody of this case's own who never wrote. */
  person(channel?: Channel): string;
  /** Somebody who never wrote, known to the target as such. */
  stranger(channel?: Channel): Promise<string>;
  /** Somebody of this case's own who wrote a moment ago, so that the window is open. */
  customer(channel?: Channel, written?: Written): Promise<string>;
  /** Somebody whose window is open and who is only written to: without the control protocol other cases write to them too. */
  openRecipient(channel?: Channel): Promise<string>;
  /** A customer writes. @returns the provider's id of the message */
  writes(person: string, channel?: Channel, written?: Written, name?: string): Promise<string>;
}

/** @param accounts whose customers these people are */
export function createPeople(session: Session, accounts: Accounts): People {
  const { control, target } = session;
  const people: People = {
    person(channel = 'whatsapp') {
      const number = session.next();
      // Some cases send on a channel that does not exist.
      switch ((CAPABILITIES as Partial<typeof CAPABILITIES>)[channel]?.recipient) {
        case 'phone':
          return `90555${String(number).padStart(7, '0')}`;
        case 'visitor':
          return `web_conformance${number}`;
        default:
          return `178414${String(number).padStart(11, '0')}`;
      }
    },

    async stranger(channel = 'whatsapp') {
      if (control) {
        return people.person(channel);
      }
      const never = channel === 'whatsapp' ? target.recipients?.never : undefined;
      if (never === undefined) {
        throw new Untestable(`needs the control protocol${channel === 'whatsapp' ? ' or recipients.never' : ''}`);
      }
      return never;
    },

    async customer(channel = 'whatsapp', written = {}) {
      const person = people.person(channel);
      await people.writes(person, channel, written);
      return person;
    },

    async openRecipient(channel = 'whatsapp') {
      if (control) {
        return people.customer(channel);
      }
      const open = channel === 'whatsapp' ? target.recipients?.open : undefined;
      if (open === undefined) {
        throw new Untestable(`needs the control protocol${channel === 'whatsapp' ? ' or recipients.open' : ''}`);
      }
      return open;
    },

    async writes(person, channel = 'whatsapp', { type = 'text', ...written } = {}, name = 'Ada') {
      const { external_id } = await requireControl(session, 'a customer who writes').call('receiveInbound', {
        account_id: await accounts.accountId(),
        channel,
        from: { id: person, name },
        type,
        ...(type === 'text' && { text: 'Hello' }),
        ...written,
      });
      return external_id;
    },
  };
  return people;
}
