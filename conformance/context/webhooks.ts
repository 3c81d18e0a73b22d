import type { ControlBody, ControlData } from '../control.ts';
import type { ReceivedDelivery, WebhookReceiver } from '../receiver.ts';
import { Untestable } from '../verdict.ts';
import type { Accounts } from './accounts.ts';
import type { TargetClock } from './clock.ts';
import { requireControl } from './require-control.ts';
import type { SuiteSession } from './session.ts';

/** The webhook endpoint of the case's account, and its deliveries. */
export interface Webhooks {
  /** Sets the endpoint of the case's account, and of all other cases if the target has only one account. */
  receiver(events?: ControlBody<'setWebhook'>['events']): Promise<WebhookReceiver>;
  /** Returns a receiver for the events of this case only, with configurable responses. */
  ownReceiver(events?: ControlBody<'setWebhook'>['events']): Promise<WebhookReceiver>;
  /** Sets the endpoint's URL unchanged. */
  webhook(url: string | null, events?: ControlBody<'setWebhook'>['events']): Promise<void>;
  /** Waits for deliveries of one event that match the filter. */
  events(
    receiver: WebhookReceiver,
    event: string,
    atLeast?: number,
    fits?: (body: ReceivedDelivery['body']) => boolean,
  ): Promise<ReceivedDelivery[]>;
  /** Returns the target's delivery log. */
  deliveries(): Promise<ControlData<'listDeliveries'>>;
}

/** @param accounts the accounts of the case */
export function createWebhooks(
  session: SuiteSession,
  { account, accountId, requireOwnAccount }: Accounts,
  { eventually }: TargetClock,
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
      const control = requireControl(session, 'a webhook endpoint');
      await control.call('setWebhook', { account_id, url, ...(events && { events }) });
    },

    async events(receiver, event, atLeast = 1, fits = () => true) {
      return eventually(`${atLeast} ${event}`, () => {
        const found = receiver.deliveries.filter(({ body }) => body?.event === event && fits(body));
        return found.length >= atLeast && found;
      });
    },

    async deliveries() {
      const control = requireControl(session, 'the delivery log');
      return control.call('listDeliveries', undefined, `?account_id=${await accountId()}`);
    },
  };
  return webhooks;
}
