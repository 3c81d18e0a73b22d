import { CAPABILITIES, type Channel } from '@wigwag/openapi';
import { type ControlBody, ControlFault } from '../control.ts';
import { Untestable } from '../verdict.ts';
import type { Accounts } from './accounts.ts';
import { requireControl } from './require-control.ts';
import type { SuiteSession } from './session.ts';

/** What a customer writes, apart from the sender. */
export type CustomerMessage = Partial<Omit<ControlBody<'receiveInbound'>, 'account_id' | 'from' | 'channel'>>;

/** A person on WhatsApp as a callback of the provider names them. */
export type WhatsAppUser = Omit<ControlBody<'receiveInbound'>['from'], 'name'>;

/** People who receive and write messages. */
export interface People {
  /** Returns a person of this case who never wrote. */
  person(channel?: Channel): string;
  /** Returns a person whom the target lists as never having written. */
  stranger(channel?: Channel): Promise<string>;
  /** Returns a person of this case who has just written, so the window is open. */
  customer(channel?: Channel, written?: CustomerMessage): Promise<string>;
  /** Returns a person with an open window, only to send to. Without the control protocol, cases share this person. */
  openRecipient(channel?: Channel): Promise<string>;
  /** Makes a customer write. @returns the provider's ID of the message */
  writes(person: string, channel?: Channel, written?: CustomerMessage, name?: string): Promise<string>;
  /** Returns a business-scoped user ID of WhatsApp that is unique to the case. */
  userId(): string;
  /**
   * Makes a WhatsApp user write whom the callback names by a user ID, a number or both. A target whose control protocol
   * refuses such a person is untestable.
   */
  userWrites(from: WhatsAppUser, written?: CustomerMessage): Promise<void>;
}

/** @param accounts the accounts of the case */
export function createPeople(session: SuiteSession, accounts: Accounts): People {
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
      const { external_id } = await requireControl(session, 'inbound messages').call('receiveInbound', {
        account_id: await accounts.accountId(),
        channel,
        from: { id: person, name },
        type,
        ...(type === 'text' && { text: 'Hello' }),
        ...written,
      });
      return external_id;
    },

    userId() {
      return `TR.${String(session.next()).padStart(17, '13491208')}`;
    },

    async userWrites(from, { type = 'text', ...written } = {}) {
      const control = requireControl(session, 'inbound messages');
      const account_id = await accounts.accountId();
      try {
        await control.call('receiveInbound', {
          account_id,
          channel: 'whatsapp',
          from: { ...from, name: 'Ada' },
          type,
          ...(type === 'text' && { text: 'Hello' }),
          ...written,
        });
      } catch (error) {
        if (error instanceof ControlFault && error.status !== undefined && error.status < 500) {
          throw new Untestable(`needs WhatsApp users without a phone number: ${error.message}`);
        }
        throw error;
      }
    },
  };
  return people;
}
