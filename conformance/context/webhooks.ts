import type { ControlBody, ControlData } from '../control.ts';
import type { Delivery, Receiver } from '../receiver.ts';
import { Untestable } from '../verdict.ts';
import type { Accounts } from './accounts.ts';
import type { Clock } from './clock.ts';
import { requireControl } from './require-control.ts';
import type { Session } from './session.ts';

/** The webhook address of the case's account, and what the target delivers there. */
export interface Webhooks {
  /** Where the events of the case's account go from now on; of other cases too, when the target has but one account. */
  receiver(events?: ControlBody<'setWebhook'>['events']): Promise<Receiver>;
  /** A receiver that only events of this case come to, and whose answers are told to it. */
  ownReceiver(events?: ControlBody<'setWebhook'>['events']): Promise<Receiver>;
  /** Sets the address as it is. */
  webhook(url: string | null, events?: ControlBody<'setWebhook'>['events']): Promise<void>;
  /** Waits for the deliveries of one event that the filter takes. */
  events(
    receiver: Receiver,
    event: string,
    atLeast?: number,
    fits?: (body: Delivery['body']) => boolean,
  ): Promise<Delivery[]>;
  /** The target's log of deliveries. */
  deliveries(): Promise<ControlData<'listDeliveries'>>;
}

/** @param accounts whose events are delivered */
export function createWebhooks(
  session: Session,
  { account, accountId, requireOwnAccount }: Accounts,
  { eventually }: Clock,
): Webhooks {
  const webhooks: Webhooks = {
    async receiver(events) {
      const { hooks, target, control } = session;
      const { secret } = await account();
      if (control) {
        const receiver = hooks.receiver(secret);
        await webhooks.webhook(receiver.url, events);
        return receiver;
      }
      const { listen, url } = target.webhook ?? {};
      if (listen === undefined || url === undefined || secret === '') {
        throw new Untestable('needs the control protocol or webhook.listen, webhook.url and webhook.secret');
      }
      if (session.webhookFault !== undefined) {
        throw new Untestable(session.webhookFault);
      }
      return hooks.receiver(secret, new URL(url).pathname);
    },

    async ownReceiver(events) {
      requireOwnAccount();
      return webhooks.receiver(events);
    },

    async webhook(url, events) {
      const account_id = await accountId();
      const control = requireControl(session, 'a webhook address');
      await control.call('setWebhook', { account_id, url, ...(events && { events }) });
    },

    async events(receiver, event, atLeast = 1, fits = () => true) {
      return eventually(`${atLeast} ${event}`, () => {
        const found = receiver.deliveries.filter(({ body }) => body?.event === event && fits(body));
        return found.length >= atLeast && found;
      });
    },

    async deliveries() {
      const control = requireControl(session, 'the log of deliveries');
      return control.call('listDeliveries', undefined, `?account_id=${await accountId()}`);
    },
  };
  return webhooks;
}
