import { applyEffects, type Effects } from '../../store/effects.ts';
import type { WriteRule } from '../../store/rules.ts';
import { acceptMessage, type SendResult } from './accept-message.ts';
import {
  decideIdempotent,
  type IdempotentRequest,
  type IdempotentResult,
  loadReservations,
  type Reserved,
} from './idempotency.ts';
import { isTemplate } from './message-input.ts';
import { requireMessage } from './require-message.ts';
import { requireTemplateMessage } from './require-template.ts';
import { loadSendFacts, type SendFacts, type SendRequest } from './send-facts.ts';

/** A send, perhaps with protection against repeats. */
export interface IdempotentSend extends SendRequest {
  idempotent?: IdempotentRequest | undefined;
}

/** Accepts messages and templates (§2.3, §2.4, §4.2). */
export const acceptSend: WriteRule<IdempotentSend, SendFacts & Reserved, Effects, IdempotentResult<SendResult>> = {
  async load(tx, sends) {
    const [facts, reserved] = await Promise.all([
      loadSendFacts(tx, sends),
      loadReservations(
        tx,
        sends.flatMap(({ idempotent }) => idempotent ?? []),
      ),
    ]);
    return { ...facts, ...reserved };
  },

  decide(facts, send) {
    const { app, caller, input, idempotent, traceparent } = send;
    return decideIdempotent(facts, idempotent, () => {
      const accepted = isTemplate(input)
        ? requireTemplateMessage(facts, send, input)
        : requireMessage(facts, send, input);
      return acceptMessage(facts, { app, caller, accepted, traceparent });
    });
  },

  apply: applyEffects,
};
