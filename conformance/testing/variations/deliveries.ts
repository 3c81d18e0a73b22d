import type { Variation } from './variation.ts';

let count = 0;
/** By how many seconds each attempt is earlier if all waits count from the first attempt. */
const EARLIER = [0, 0, 60, 360, 2160, 9360];

/** §6: at least once, and in any order. */
export const DELIVERIES: readonly Variation[] = [
  {
    name: 'every webhook arrives twice with the same ID',
    near: ['6', '3.1/test', '4.10', '3.3'],
    delivery: () => 'again',
  },
  {
    name: 'webhooks arrive out of order',
    near: ['6', '3.1', '3.3', '5.7/simulated'],
    heldBack: (what) => (what === 'delivery' && count++ % 2 === 0 ? 120 : 0),
  },
  {
    name: 'the waits before retries count from the first attempt',
    near: ['6/retry-5-min', '6/retry-30-min', '6/retry-2-h', '6/retry-12-h', '6/signature-retry-time'],
    delivery: ({ json, headers }) => {
      const time = /^t=(\d+)/.exec(headers['x-service-signature'] ?? '')?.[1];
      headers['x-service-signature'] = `t=${Number(time) - (EARLIER[json.attempt - 1] ?? 0)},`;
      return 'sign';
    },
  },
  {
    name: 'redirects of receivers are followed',
    near: ['6/retry-302', '4.10/refused-502'],
    reply: (replied) => {
      // Nothing is at the URL to which the cases redirect.
      replied.status = replied.status === 302 ? 404 : replied.status;
    },
  },
  {
    name: 'a response of a receiver without a charset is in Latin-1',
    near: ['6/log-answer-characters', '6/log-answer-500'],
    reply: (replied) => {
      if (!/charset=/i.test(replied.headers['content-type'] ?? '')) {
        replied.body = Buffer.from(replied.body.toString('latin1'));
      }
    },
  },
  {
    name: 'receivers are slow, as on a busy machine',
    near: ['6/retry-302', '6/retry-5-min', '6/log-http-code', '6/retry-refused'],
    heldBack: (what) => (what === 'delivery' ? 600 : 0),
  },
];
