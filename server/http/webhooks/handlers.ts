import { testWebhook } from '../../domain/webhooks/test-webhook.ts';
import type { Handlers } from '../operation.ts';

/** The default event of a test (§6, webhook-test-event). */
const DEFAULT_EVENT = 'message.received';

export const webhooks = {
  /** §4.10 POST /webhooks/test */
  testWebhook: async ({ app, caller, body }) => {
    const { deliveryId, event, statusCode, durationMs } = await testWebhook(app, caller, body?.event ?? DEFAULT_EVENT);
    return {
      status: 200,
      data: { delivery_id: deliveryId, event, status_code: statusCode, duration_ms: durationMs },
    };
  },
} satisfies Partial<Handlers>;
