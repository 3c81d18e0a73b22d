import type { Channel } from '@wigwag/openapi';
import type { Dispatcher } from 'undici';
import type { Config } from '../config/config.ts';
import type { Clock } from '../engine/clock.ts';
import type { AppProofs } from './meta/app-proofs.ts';
import { createGraph, type GraphOutcome } from './meta/graph.ts';
import { createPageProvider } from './page/send.ts';
import type { Provider } from './provider.ts';
import { createWeb } from './web/send.ts';
import { createWhatsApp } from './whatsapp/send.ts';

/** The provider APIs that the server calls. */
export const PROVIDER_APIS = ['facebook', 'instagram'] as const;
export type ProviderApi = (typeof PROVIDER_APIS)[number];

/** The provider of each channel. */
export type Providers = Record<Channel, Provider>;

/**
 * Creates the providers.
 *
 * @param options.dispatcher used for their HTTP calls
 * @param options.repeatOn the same, with a new connection for each call
 * @param options.proofOf returns the proof that some apps require for calls with a token
 */
export function createProviders({
  config,
  clock,
  metrics,
  dispatcher,
  repeatOn,
  proofOf,
}: {
  config: Config;
  clock: Clock;
  metrics: { countProviderCall(provider: ProviderApi, result: GraphOutcome['kind'], seconds: number): void };
  dispatcher: Dispatcher;
  repeatOn: Dispatcher;
  proofOf: AppProofs['proofOf'];
}): Providers {
  const graph = (name: ProviderApi, url: string) =>
    createGraph({
      url,
      version: config.graphVersion,
      clock,
      dispatcher,
      repeatOn,
      proofOf,
      count: (result, seconds) => metrics.countProviderCall(name, result, seconds),
    });
  const facebook = graph('facebook', config.graphUrl);
  const instagram = graph('instagram', config.instagramUrl);
  return {
    whatsapp: createWhatsApp(facebook),
    instagram: createPageProvider('instagram', instagram, clock),
    messenger: createPageProvider('messenger', facebook, clock),
    web: createWeb(),
  };
}
