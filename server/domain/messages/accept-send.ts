import { applyEffects, type Effects } from '../../store/effects.ts';
import type { BatchRule } from '../../store/rules.ts';
import { acceptMessage, type SendResult } from './accept-message.ts';
import { isTemplate } from './draft.ts';
import { decideOnce, loadReservations, type Once, type OnceRequest, type Reserved } from './idempotency.ts';
import { loadSendFacts, type SendFacts, type SendRequest } from './send-facts.ts';
import { requireMessage } from './send-message.ts';
import { requireTemplateMessage } from './send-template.ts';

/** A send, perhaps with protection against repeats. */
export interface OnceSend extends SendRequest {
  once?: OnceRequest | undefined;
}

/** Accepts messages and templates (§2.3, §2.4, §4.2). */
export const acceptSend: BatchRule<OnceSend, SendFacts & Reserved, Effects, Once<SendResult>> = {
  async load(tx, sends) {
    const [facts, reserved] = await Promise.all([
      loadSendFacts(tx, sends),
      loadReservations(
        tx,
        sends.flatMap(({ once }) => once ?? []),
      ),
    ]);
    return { ...facts, ...reserved };
  },

  decide(facts, send) {
    const { app, caller, draft, once, traceparent } = send;
    return decideOnce(facts, once, () => {
      const accepted = isTemplate(draft)
        ? requireTemplateMessage(facts, send, draft)
        : requireMessage(facts, send, draft);
      return acceptMessage(facts, { app, caller, accepted, traceparent });
    });
  },

  apply: applyEffects,
};
