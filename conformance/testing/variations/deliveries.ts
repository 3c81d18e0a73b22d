import type { Variation } from './variation.ts';

let count = 0;

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
    name: 'receivers are slow, as on a busy machine',
    near: ['6/retry-302', '6/retry-5-min', '6/log-http-code', '6/retry-refused'],
    heldBack: (what) => (what === 'delivery' ? 600 : 0),
  },
];
