import { eachObject, eachText, everywhere, TIME } from './rewrite.ts';
import type { Variation } from './variation.ts';

const reversed = (node: unknown): unknown =>
  Array.isArray(node)
    ? node.map(reversed)
    : node !== null && typeof node === 'object'
      ? Object.fromEntries(
          Object.entries(node)
            .reverse()
            .map(([name, value]) => [name, reversed(value)]),
        )
      : node;

/** Returns the same time in another format, to the same microsecond. */
function inOffset(time: string, hours: number): string {
  const [, fraction = ''] = /(\.\d+)/.exec(time) ?? [];
  const local = new Date(Math.floor(Date.parse(time) / 1000) * 1000 + hours * 3_600_000).toISOString().slice(0, 19);
  return `${local}${fraction}${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
}

const times = (write: (time: string, name: string) => string) =>
  everywhere((json) => eachText(json, (text, name) => (TIME.test(text) ? write(text, name) : text)));

const escaped = (json: unknown): string =>
  JSON.stringify(json).replaceAll(/[^\0-\x7f]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Valid differences in serialization and headers (§1, §9). */
export const WIRE: readonly Variation[] = [
  {
    name: 'unknown fields everywhere',
    near: ['2.1/contacts-empty', '2.12', '4.1', '6/received-', '7/validation', '2.9/detail'],
    ...everywhere((json) =>
      eachObject(json, (record) => {
        record.x_note = 'new in this version';
        record.x_more = { at: null, list: [{ x: 1 }] };
        record.x_none = null;
      }),
    ),
  },
  {
    name: 'fields in another order',
    near: ['2.12', '6/envelope', '6/signature'],
    write: (json) => JSON.stringify(reversed(json)),
  },
  {
    name: 'non-ASCII characters are escaped',
    near: ['1/utf8', '2.3/text-reaches', '6/received-text', '5.9'],
    write: escaped,
  },
  {
    name: 'JSON on several lines',
    near: ['2.1/success', '4.10', '5.9', '6/signature'],
    write: (json) => `${JSON.stringify(json, null, '\t')}\r\n`,
  },
  {
    name: 'header names in uppercase',
    near: ['2.1/request-id', '4.2/idempotent-header', '5.7/mode', '6/header', '8/header'],
    headerName: (name) => name.toUpperCase(),
  },
  {
    name: 'additional headers',
    near: ['5.7/mode', '6/post', '6/json-body', '8/header-limit', '1/json'],
    answer: ({ headers }) => {
      Object.assign(headers, {
        server: 'nginx',
        vary: 'Accept-Encoding, Origin',
        etag: 'W/"1"',
        link: '</>; rel="next"',
        'set-cookie': 'a=b; HttpOnly',
        'access-control-allow-origin': '*',
        'x-ratelimit-reset': '30',
        'x-service-mode': headers['x-service-mode'] ?? 'live',
      });
    },
    delivery: ({ headers }) => {
      Object.assign(headers, { 'user-agent': 'hooks/1.0', traceparent: '00-1-1-01', 'x-service-api-version': 'v1' });
      return undefined;
    },
  },
  {
    name: 'Content-Type without charset',
    near: ['1/json', '1/utf8', '6/json-body', '9/document'],
    answer: ({ headers }) => {
      headers['content-type'] = 'application/json';
    },
    delivery: ({ headers }) => {
      headers['content-type'] = 'application/json';
      return undefined;
    },
  },
  {
    name: 'Content-Type in uppercase',
    near: ['1/json', '1/utf8'],
    answer: ({ headers }) => {
      headers['content-type'] = 'Application/JSON;charset="UTF-8"';
    },
  },
  { name: 'responses in small chunks', near: ['1/utf8', '4.1', '4.3/list'], pieces: 7 },
  {
    name: 'slow responses',
    near: ['2.10/block', '3.2', '4.2/idempotent'],
    heldBack: (what) => (what === 'answer' ? 50 : 0),
  },
  {
    name: 'times in UTC as +00:00',
    near: ['1/timestamps', '2.7', '2.8', '6/status-occurred', '6/received-at', '6/envelope-created'],
    ...times((time) => inOffset(time, 0)),
  },
  {
    name: 'times in a time zone east of UTC',
    near: ['1/timestamps', '2.7', '2.8', '4.7/messages', '6/status-occurred', '6/received-at'],
    ...times((time) => inOffset(time, 3)),
  },
  {
    name: 'times in a time zone west of UTC',
    near: ['1/timestamps', '2.7', '2.8', '4.7/messages', '6/envelope-created'],
    ...times((time) => inOffset(time, -7)),
  },
  {
    // A cursor must distinguish records from the same second.
    name: 'times in whole seconds',
    near: ['1/timestamps', '2.7', '2.8', '4.7/messages', '6/status-occurred', '6/received-at', '6/envelope-created'],
    ...times((time, name) => (name === 'before' ? time : time.replace(/\.\d+/, ''))),
  },
  {
    name: 'times to the millisecond',
    near: ['2.7', '2.8', '4.7/messages', '6/received-at'],
    ...times((time, name) => (name === 'before' ? time : time.replace(/(\.\d{3})\d*/, '$1'))),
  },
];
