import { effectKind } from '../rules.ts';
import type { ProviderAnswer } from './connections.ts';

export const connectionEffects = {
  /** Responses of providers, in order. */
  answers: effectKind<ProviderAnswer>({
    write: (tx, answers) => tx.connections.noteAnswers(answers),
    needsResponse: ({ failure }) => failure !== undefined,
  }),
};
