import type { FinalState } from '../oracle/final-state.ts';
import type { ChangedPerson, FlowState } from '../oracle/records.ts';
import { ApiClient } from './api-client.ts';
import { FLOWS, flowRequest } from './flows.ts';

/** A program that reads what the API shows of people, flows and templates. */
export class ApiReader extends ApiClient {
  readonly #flowIds: number[] = [];

  /** Returns a name of a person for a request: sometimes the user ID of a person whose phone number is known (§1). */
  protected nameFor(to: string): string {
    const { ledger, account, random } = this.options;
    const userId = ledger.userIdOf(account, to);
    return userId !== undefined && random.below(3) === 0 ? userId : ledger.names.current(to);
  }

  /** Creates the flows and the agent of the account. */
  async createFlows(): Promise<void> {
    for (const flow of FLOWS) {
      const body = flowRequest(this.options.account, flow);
      const reply = await this.call({ method: 'POST', path: '/flows', body });
      this.#flowIds.push(Number(reply?.body.data.id));
    }
  }

  /** Returns the flows as the API shows them. */
  async readFlows(): Promise<FlowState[]> {
    const { account } = this.options;
    const states: FlowState[] = [];
    for (const [index, { name }] of FLOWS.entries()) {
      const path = `/flows/${this.#flowIds[index]}`;
      const runs = ((await this.readAll(`${path}/runs`, 'runs')) ?? []) as FlowState['runs'];
      const stats = (await this.call({ method: 'GET', path: `${path}/stats` }))?.body.data as FlowState['stats'];
      states.push({ account, name, runs, stats });
    }
    return states;
  }

  /** Returns the usernames that conversations on whatsapp show. */
  async readUsernames(): Promise<FinalState['usernames'][number][]> {
    type Shown = { channel: string; phone: string; username: string | null };
    const records = ((await this.readAll('/conversations', 'conversations')) ?? []) as Shown[];
    const own = records.filter(({ channel }) => channel === 'whatsapp');
    const { ledger, account } = this.options;
    return own.map(({ phone, username }) => ({ account, person: ledger.names.personOf(phone), username }));
  }

  /** @param pause how long to wait after each page, in microseconds */
  protected async historyOf(name: string, limit: number, pause = 0): Promise<{ id: string; text: string | null }[]> {
    const path = `/conversations/${name}/messages`;
    const messages: { id: string; text: string | null }[] = [];
    for (let before: string | null = ''; before !== null; ) {
      const query: string = `limit=${limit}${before === '' ? '' : `&before=${encodeURIComponent(before)}`}`;
      const reply = await this.call({ method: 'GET', path: `${path}?${query}` });
      const page = (reply?.body.data ?? {}) as { messages?: typeof messages; pagination?: { before: string | null } };
      messages.push(...(page.messages ?? []));
      before = page.pagination?.before ?? null;
      await this.options.scheduler.pause(this.process, 'reads a page', pause);
    }
    return messages;
  }

  /** Returns the name in the conversation that a name leads to. */
  protected async shownAs(name: string): Promise<string | undefined> {
    const reply = await this.call({ method: 'GET', path: `/conversations/${name}` });
    return reply?.status === 200 ? (reply.body.data.phone as string) : undefined;
  }

  /** Returns the people of this account who have changed their numbers or user IDs, as the API shows them. */
  async readChanged(): Promise<ChangedPerson[]> {
    const { ledger, account } = this.options;
    const people: ChangedPerson[] = [];
    for (const { person, next } of ledger.names.changes.filter((one) => one.account === account)) {
      const contact = await this.call({ method: 'GET', path: `/contacts/${next}` });
      people.push({
        account,
        person,
        next,
        foundBy: { first: await this.shownAs(person), next: await this.shownAs(next) },
        texts: (await this.historyOf(next, 100)).map(({ text }) => text),
        contact: contact?.status === 200 ? contact.body.data : undefined,
      });
    }
    return people;
  }

  /** Returns the status of the template `news`. */
  async newsStatus(): Promise<string | undefined> {
    const reply = await this.call({ method: 'GET', path: '/templates' });
    const { templates = [] } = (reply?.body.data ?? {}) as { templates?: { name: string; status: string }[] };
    return templates.find(({ name }) => name === 'news')?.status;
  }
}
