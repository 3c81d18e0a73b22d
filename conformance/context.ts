import { World } from './context/world.ts';
import type { ControlBody } from './control.ts';
import type { Delivery, HostedFile, Receiver } from './receiver.ts';
import { Untestable } from './verdict.ts';

export type { Session, Written } from './context/session.ts';

/** What one case works with. Whatever the target does not offer makes the case untestable, with the reason. */
export class Context extends World {
  protected override fresh(): this {
    return new Context(this.session) as this;
  }

  /** Where the events of the case's account go from now on; of other cases too, when the target has but one account. */
  async receiver(events?: ControlBody<'setWebhook'>['events']): Promise<Receiver> {
    const { hooks, target, control } = this.session;
    const { secret } = await this.account();
    if (control) {
      const receiver = hooks.receiver(secret);
      await this.webhook(receiver.url, events);
      return receiver;
    }
    const { listen, url } = target.webhook ?? {};
    if (listen === undefined || url === undefined || secret === '') {
      throw new Untestable('needs the control protocol or webhook.listen, webhook.url and webhook.secret');
    }
    if (this.session.webhookFault !== undefined) {
      throw new Untestable(this.session.webhookFault);
    }
    return hooks.receiver(secret, new URL(url).pathname);
  }

  /** A receiver that only events of this case come to, and whose answers are told to it. */
  async ownReceiver(events?: ControlBody<'setWebhook'>['events']): Promise<Receiver> {
    this.requireOwnAccount();
    return this.receiver(events);
  }

  /** Sets the address as it is. */
  async webhook(url: string | null, events?: ControlBody<'setWebhook'>['events']): Promise<void> {
    const account_id = await this.accountId();
    await this.control('a webhook address').call('setWebhook', { account_id, url, ...(events && { events }) });
  }

  /** Waits for the deliveries of one event that the filter takes. */
  async events(
    receiver: Receiver,
    event: string,
    atLeast = 1,
    fits: (body: Delivery['body']) => boolean = () => true,
  ): Promise<Delivery[]> {
    return this.eventually(`${atLeast} ${event}`, () => {
      const found = receiver.deliveries.filter(({ body }) => body?.event === event && fits(body));
      return found.length >= atLeast && found;
    });
  }

  /** The address of a file that the target can fetch. */
  file(name: string, file: HostedFile): string {
    if (!this.session.control) {
      throw new Untestable('needs a target on this machine, which can fetch files of the suite');
    }
    return this.session.hooks.file(name, file);
  }
}
