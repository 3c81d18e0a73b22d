import { isoOf } from '../../base/time.ts';
import type { EventName } from '../../store/webhooks/deliveries.ts';
import type { EventData } from './events.ts';

/**
 * The events of POST /webhooks/test (§4.10). They look like real events, but their IDs do not exist. `at` is in
 * microseconds.
 */
export const SAMPLES: { [Name in EventName]: (at: number) => EventData[Name] } = {
  'message.received': (at) => ({
    message: {
      id: 'msg_in_00000000000000000000',
      external_id: 'wamid.00000000000000000000',
      channel: 'whatsapp',
      connection_id: 'wa_0',
      from: { id: '905550000000', name: 'Sample' },
      type: 'text',
      text: 'This is a sample event.',
      media: null,
      button: null,
      location: null,
      reply_to: null,
      received_at: isoOf(at),
    },
  }),
  'message.status': (at) => ({
    message: {
      id: 'msg_00000000000000000000',
      external_id: 'wamid.00000000000000000000',
      channel: 'whatsapp',
      to: '905550000000',
      status: 'delivered',
      error: null,
      occurred_at: isoOf(at),
      test: true,
    },
  }),
  'template.status': () => ({
    template: {
      name: 'sample_template',
      language: 'en_US',
      category: 'UTILITY',
      status: 'APPROVED',
      rejection_reason: null,
    },
  }),
};
