import type { Channel } from '@wigwag/openapi';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Metrics } from '../metrics.ts';
import { createGuardedAgent, createProviderAgent } from './agent.ts';
import { createMediaUrlCheck, type MediaUrlAnswer } from './media-url.ts';
import { createGraph } from './providers/graph.ts';
import { createPageProvider } from './providers/page.ts';
import type { Provider } from './providers/provider.ts';
import { createWeb } from './providers/web.ts';
import { createWhatsApp } from './providers/whatsapp.ts';
import { postWebhook, type WebhookAnswer, type WebhookPost } from './webhook.ts';

/** Everything that leaves this process. */
export interface Outbound {
  providers: Record<Channel, Provider>;
  postWebhook(post: WebhookPost): Promise<WebhookAnswer>;
  /** What the address of a file answers; never throws. */
  checkMediaUrl(url: string): Promise<MediaUrlAnswer>;
  close(): Promise<void>;
}

export function createOutbound(config: Config, clock: Clock, metrics: Metrics): Outbound {
  const dispatcher = createProviderAgent();
  const guarded = createGuardedAgent(config.allowLoopback);
  const { graphVersion: version } = config;
  const graph = (name: string, url: string) =>
    createGraph({
      url,
      version,
      clock,
      dispatcher,
      count: (result, seconds) => metrics.countProviderCall(name, result, seconds),
    });
  const facebook = graph('facebook', config.graphUrl);
  const instagram = graph('instagram', config.instagramUrl);
  return {
    providers: {
      whatsapp: createWhatsApp(facebook),
      instagram: createPageProvider('instagram', instagram, clock),
      messenger: createPageProvider('messenger', facebook, clock),
      web: createWeb(),
    },
    postWebhook: (post) => postWebhook(post, clock, guarded),
    checkMediaUrl: createMediaUrlCheck({ clock, dispatcher: guarded, allowLoopback: config.allowLoopback }),
    async close() {
      await Promise.all([dispatcher.destroy(), guarded.destroy()]);
    },
  };
}
