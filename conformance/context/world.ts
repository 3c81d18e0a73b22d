import { setTimeout as sleep } from 'node:timers/promises';
import { CAPABILITIES, type Channel } from '@wigwag/openapi';
import type { ControlBody, ControlData } from '../control.ts';
import { Failure, Untestable } from '../verdict.ts';
import { Caller } from './caller.ts';
import type { Written } from './session.ts';

/** How long something may take to show, in real time. */
export const DEADLINE_MILLISECONDS = 5000;
const LOOK_AGAIN_MILLISECONDS = 15;
/** Looking waits longer each time, since where the clock stands still, a key has no more requests than its burst. */
export const LOOK_AGAIN_AT_MOST_MILLISECONDS = 250;

/** What happens around the API: people write, the dashboard and the provider do their part, time passes. */
export abstract class World extends Caller {
  // People.

  /** Somebody of this case's own who never wrote. */
  person(channel: Channel = 'whatsapp'): string {
    const number = this.session.next();
    // Some cases send on a channel that does not exist.
    switch ((CAPABILITIES as Partial<typeof CAPABILITIES>)[channel]?.recipient) {
      case 'phone':
        return `90555${String(number).padStart(7, '0')}`;
      case 'visitor':
        return `web_conformance${number}`;
      default:
        return `178414${String(number).padStart(11, '0')}`;
    }
  }

  /** Somebody who never wrote, known to the target as such. */
  async stranger(channel: Channel = 'whatsapp'): Promise<string> {
    if (this.session.control) {
      return this.person(channel);
    }
    const never = channel === 'whatsapp' ? this.session.target.recipients?.never : undefined;
    if (never === undefined) {
      throw new Untestable(`needs the control protocol${channel === 'whatsapp' ? ' or recipients.never' : ''}`);
    }
    return never;
  }

  /** Somebody of this case's own who wrote a moment ago, so that the window is open. */
  async customer(channel: Channel = 'whatsapp', written: Written = {}): Promise<string> {
    const person = this.person(channel);
    await this.writes(person, channel, written);
    return person;
  }

  /** Somebody whose window is open and who is only written to: without the control protocol other cases write to them too. */
  async openRecipient(channel: Channel = 'whatsapp'): Promise<string> {
    if (this.session.control) {
      return this.customer(channel);
    }
    const open = channel === 'whatsapp' ? this.session.target.recipients?.open : undefined;
    if (open === undefined) {
      throw new Untestable(`needs the control protocol${channel === 'whatsapp' ? ' or recipients.open' : ''}`);
    }
    return open;
  }

  /** A customer writes. @returns the provider's id of the message */
  async writes(
    person: string,
    channel: Channel = 'whatsapp',
    { type = 'text', ...written }: Written = {},
    name = 'Ada',
  ): Promise<string> {
    const control = this.control('a customer who writes');
    const { external_id } = await control.call('receiveInbound', {
      account_id: await this.accountId(),
      channel,
      from: { id: person, name },
      type,
      ...(type === 'text' && { text: 'Hello' }),
      ...written,
    });
    return external_id;
  }

  // What the dashboard and the provider do.

  async addTemplate(
    template: Omit<ControlBody<'putTemplate'>, 'account_id' | 'language' | 'category' | 'status' | 'parameter_format'> &
      Partial<ControlBody<'putTemplate'>>,
  ): Promise<number> {
    const { id } = await this.control('templates').call('putTemplate', {
      language: 'en_US',
      category: 'UTILITY',
      status: 'APPROVED',
      parameter_format: 'POSITIONAL',
      ...template,
      account_id: await this.accountId(),
    });
    return id;
  }

  async connection(channel: Channel, more: { active?: boolean; connection_id?: string } = {}): Promise<string> {
    const account_id = await this.accountId();
    return (await this.control('connections').call('setConnection', { account_id, channel, ...more })).connection_id;
  }

  async label(name: string): Promise<number> {
    return (await this.control('labels').call('createLabel', { account_id: await this.accountId(), name })).id;
  }

  async agent(name = 'Grace'): Promise<number> {
    return (await this.control('agents').call('createAgent', { account_id: await this.accountId(), name })).id;
  }

  async campaign(template: string, recipients: ControlBody<'createCampaign'>['recipients']): Promise<void> {
    await this.control('campaigns').call('createCampaign', {
      account_id: await this.accountId(),
      template,
      recipients,
    });
  }

  /** How the provider treats the next sends or uploads. */
  async provider(
    outcome: Omit<ControlBody<'setProviderOutcome'>, 'account_id' | 'channel'> & { channel?: Channel },
  ): Promise<void> {
    const account_id = await this.accountId();
    await this.control('a provider that fails').call('setProviderOutcome', {
      channel: 'whatsapp',
      ...outcome,
      account_id,
    });
  }

  /** What the provider really took from this account, once everything due has run. */
  async sends(): Promise<ControlData<'listProviderSends'>> {
    const control = this.control('what the provider took');
    await this.settle();
    return control.call('listProviderSends', undefined, `?account_id=${await this.accountId()}`);
  }

  async deliveries(): Promise<ControlData<'listDeliveries'>> {
    const control = this.control('the log of deliveries');
    return control.call('listDeliveries', undefined, `?account_id=${await this.accountId()}`);
  }

  // Time.

  /** Runs everything that is due. */
  async settle(): Promise<void> {
    await this.session.control?.call('settle');
  }

  /** The time that the target goes by. */
  async now(): Promise<Date> {
    return this.session.control ? new Date((await this.session.control.call('getClock')).now) : new Date();
  }

  /** Lets time pass at the target. */
  async advance(seconds: number): Promise<void> {
    const control = this.control('a clock that can be moved');
    if (!this.session.movesClock) {
      throw new Untestable('needs a clock that can be moved (POST /clock/advance of the control protocol)');
    }
    await control.call('advanceClock', { seconds });
  }

  /** Looks until there is something. @throws {Failure} when there is nothing in time */
  async eventually<T>(what: string, look: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
    const deadline = Date.now() + DEADLINE_MILLISECONDS;
    for (let wait = LOOK_AGAIN_MILLISECONDS; ; wait = Math.min(wait * 1.5, LOOK_AGAIN_AT_MOST_MILLISECONDS)) {
      const found = await look();
      if (found !== undefined && found !== false) {
        return found;
      }
      if (Date.now() > deadline) {
        throw new Failure(`${what} did not come`, {
          expected: what,
          got: `nothing within ${DEADLINE_MILLISECONDS / 1000} s${this.session.movesClock ? ', in which its clock stood still: what follows a call must be due at once' : ''}`,
        });
      }
      await this.settle();
      await sleep(wait);
    }
  }
}
