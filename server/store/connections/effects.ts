import { effectKind } from '../rules.ts';
import type { ProviderResponse } from './connections.ts';

export const connectionEffects = {
  /** Responses of providers, in order. */
  providerResponses: effectKind<ProviderResponse>({
    write: (tx, responses) => tx.connections.noteResponses(responses),
    needsResponse: ({ failure }) => failure !== undefined,
  }),
};
