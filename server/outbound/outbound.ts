import type { Channel } from '@wigwag/openapi';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { createGuardedAgent, createProviderAgent } from './agent.ts';
import type { Provider } from './providers/provider.ts';
import { createWhatsApp } from './providers/whatsapp.ts';
import { postWebhook, type WebhookAnswer, type WebhookPost } from './webhook.ts';

/** Everything that leaves this process. */
export interface Outbound {
  /** The channels that are built; connections exist only on these. */
  providers: Partial<Record<Channel, Provider>>;
  postWebhook(post: WebhookPost): Promise<WebhookAnswer>;
  close(): Promise<void>;
}

export function createOutbound(config: Config, clock: Clock): Outbound {
  const dispatcher = createProviderAgent();
  const guarded = createGuardedAgent(config.allowLoopback);
  const { graphUrl, graphVersion } = config;
  return {
    providers: { whatsapp: createWhatsApp({ graphUrl, graphVersion, clock, dispatcher }) },
    postWebhook: (post) => postWebhook(post, clock, guarded),
    async close() {
      await Promise.all([dispatcher.destroy(), guarded.destroy()]);
    },
  };
}
