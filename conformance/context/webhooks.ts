import { type ControlBody, type ControlData, ControlFault } from '../control.ts';
import type { ReceivedDelivery, WebhookReceiver } from '../receiver.ts';
import { Untestable } from '../verdict.ts';
import type { Accounts } from './accounts.ts';
import type { TargetClock } from './clock.ts';
import { requireControl } from './require-control.ts';
import type { SuiteSession } from './session.ts';

type EndpointSettings = Pick<ControlBody<'addEndpoint'>, 'events' | 'filter'> & {
  /** An address without a receiver. @default that of the receiver */
  url?: string;
};

/** The webhook endpoint of the case's account, and its deliveries. */
export interface Webhooks {
  /** Sets the endpoint of the case's account, and of all other cases if the target has only one account. */
  receiver(events?: ControlBody<'setWebhook'>['events']): Promise<WebhookReceiver>;
  /** Returns a receiver for the events of this case only, with configurable responses. */
  ownReceiver(events?: ControlBody<'setWebhook'>['events']): Promise<WebhookReceiver>;
  /** Adds another endpoint to the case's account. If the target has no several endpoints, the case is untestable. */
  anotherReceiver(settings?: EndpointSettings): Promise<WebhookReceiver>;
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

    async anotherReceiver({ url, ...settings } = {}) {
      const control = requireControl(session, 'several webhook endpoints');
      const own = session.hooks.newUrl();
      const body = { account_id: await accountId(), url: url ?? own, ...settings };
      const { signing_secret } = await control.call('addEndpoint', body).catch((error: unknown) => {
        const status = error instanceof ControlFault ? error.status : undefined;
        if (status === 404 || (status !== undefined && status < 500 && settings.filter !== undefined)) {
          const what = status === 404 ? 'several webhook endpoints' : 'filters of webhook endpoints';
          throw new Untestable(`needs POST /endpoints of the control protocol: ${what}`);
        }
        throw error;
      });
      return session.hooks.receiver(signing_secret, new URL(own).pathname);
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
      return control.call('listDeliveries', undefined, `?account_id=${encodeURIComponent(await accountId())}`);
    },
  };
  return webhooks;
}
