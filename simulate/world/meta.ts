import type { MockProvider } from '../../mock-provider/index.ts';
import type { SimulatedProcess } from '../machine/process.ts';
import type { Scheduler } from '../machine/scheduler.ts';
import type { Ledger } from '../oracle/ledger.ts';

const MINUTE = 60_000_000;

type MetaChannel = 'whatsapp' | 'messenger' | 'instagram';
type Credentials = ReturnType<MockProvider['addBusiness']>;

/** Returns the ID of a person on a channel. */
export const personId = (channel: MetaChannel, account: number, person: number): string =>
  channel === 'whatsapp'
    ? `90555${String(1_000_000 + person)}`
    : `${channel === 'messenger' ? 7 : 8}${account}0000000${person}`;

/** The mock of Meta, and the people who use its apps. */
export class Meta {
  readonly process: SimulatedProcess;
  readonly mock: MockProvider;
  readonly businesses: Credentials[] = [];
  readonly #scheduler: Scheduler;
  readonly #ledger: Ledger;
  #messages = 0;
  #badUntil = 0;

  constructor(scheduler: Scheduler, process: SimulatedProcess, mock: MockProvider, ledger: Ledger) {
    this.#scheduler = scheduler;
    this.process = process;
    this.mock = mock;
    this.#ledger = ledger;
  }

  /** Sends a customer's message to an account. */
  async receive(account: number, channel: MetaChannel, person: number): Promise<void> {
    this.#messages += 1;
    const text = `in ${this.#messages} for account ${account}`;
    const business = this.businesses[account] as Credentials;
    const ids = {
      whatsapp: business.whatsapp.phone_number_id,
      messenger: business.messenger.page_id,
      instagram: business.instagram.account_id,
    };
    const id = personId(channel, account, person);
    const sent = this.#ledger.customerWrote({ account, channel, person: id, text, at: this.#scheduler.now });
    await this.process.run(() =>
      this.mock
        .receive({
          channel,
          business_id: ids[channel],
          from: { id, name: `Person ${person}` },
          type: 'text',
          text,
        })
        .then(({ external_id }) => {
          sent.isAccepted = true;
          sent.externalId = external_id;
          this.#scheduler.tell(this.process, `received "${text}"`);
        })
        // The mock posts it again later.
        .catch((error: Error) => this.#scheduler.tell(this.process, `"${text}": ${error.message}`)),
    );
  }

  /** Makes requests and callbacks fail at random for a while. */
  misbehave(seed: number, minutes: number, severity: number): void {
    const rate = 0.03 * severity;
    this.mock.faults.plan({
      seed,
      requests: {
        lost_reply: rate,
        reset: rate,
        unavailable: rate,
        reject: rate / 2,
        before_reply: rate,
        slow: rate,
        fail: rate,
      },
      callbacks: { duplicate: rate, delay: rate, reorder: rate },
      maxDelayMs: 90_000,
    });
    this.#badUntil = this.#scheduler.now + minutes * MINUTE;
    this.#scheduler.schedule(this.#scheduler.kernel, 'the provider recovers', minutes * MINUTE, () => {
      if (this.#badUntil <= this.#scheduler.now) {
        this.beNormal();
      }
    });
  }

  /** Repeats, delays and reorders some callbacks, as Meta does on normal days. */
  beNormal(): void {
    this.mock.faults.clear();
    this.mock.faults.plan({ seed: 1, callbacks: { duplicate: 0.05, delay: 0.03, reorder: 0.03 }, maxDelayMs: 20_000 });
  }

  heal(): void {
    this.mock.faults.clear();
  }
}
