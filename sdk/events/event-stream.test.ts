import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventReader, type StreamState } from './event-stream.ts';

function parsed(...pieces: string[]) {
  const state: StreamState = { lastEventId: undefined, retry: undefined };
  return { events: pieces.flatMap(eventReader(state)), ...state };
}

const message = (data: string) => ({ event: 'message', data });

test.each([
  ['one line of data', 'data: a\n\n', [message('a')]],
  ['several lines of data are joined', 'data: a\ndata:\ndata: c\n\n', [message('a\n\nc')]],
  ['only the first space is removed', 'data:  a\n\ndata:b\n\n', [message(' a'), message('b')]],
  ['a name', 'event: ready\ndata: {}\n\ndata: x\n\n', [{ event: 'ready', data: '{}' }, message('x')]],
  ['comments and unknown fields are ignored', ': hi\nfoo: bar\nfoo\ndata: a\n\n', [message('a')]],
  ['without data there is no event', 'event: ready\nid: 1\n\n: beat\n\n', []],
  ['data without a colon is an empty line', 'data\n\n', [message('')]],
  ['a colon in the data', 'data: {"a":1}\n\n', [message('{"a":1}')]],
  [
    'CR LF and CR alone also end lines',
    'data: a\r\n\r\ndata: b\r\rdata: c\n\r\n',
    [message('a'), message('b'), message('c')],
  ],
  ['an event without a final empty line is dropped', 'data: a\n\ndata: b\n', [message('a')]],
  ['Unicode line separators do not end lines', 'data: a\u2028b\u0085\v\f\n\n', [message('a\u2028b\u0085\v\f')]],
])('reads %s', (_name, text, expected) => {
  expect(parsed(text).events).toEqual(expected);
  expect(parsed(...text).events).toEqual(expected);
});

test('keeps the last ID of a complete event, and the requested retry time', () => {
  expect(parsed('id: 1\ndata: a\n\ndata: b\n\n')).toMatchObject({ lastEventId: '1' });
  expect(parsed('id: 1\n\nid: 2\n')).toMatchObject({ events: [], lastEventId: '1' });
  expect(parsed('id: 1\n\nid: a\0b\n\n')).toMatchObject({ lastEventId: '1' });
  expect(parsed('id: 1\n\nid\n\n')).toMatchObject({ lastEventId: '' });
  expect(parsed('retry: 250\nretry: soon\n')).toMatchObject({ retry: 250, lastEventId: undefined });
});

test('the boundaries of chunks do not matter', () => {
  const line = fc.oneof(
    fc.constantFrom('', ':', 'data', 'id: 7', 'event: e', 'retry: 5', 'x: y'),
    fc.string().map((text) => `data: ${text}`),
    fc.string().map((text) => `id: ${text}`),
  );
  const ending = fc.constantFrom('\n', '\r\n', '\r');
  const text = fc.array(fc.tuple(line, ending)).map((lines) => lines.flat().join(''));
  const cuts = fc.array(fc.nat());
  fc.assert(
    fc.property(text, cuts, (whole, places) => {
      const at = [0, ...places.map((place) => place % (whole.length + 1)), whole.length].sort((a, b) => a - b);
      const pieces = at.slice(1).map((end, index) => whole.slice(at[index], end));
      expect(parsed(...pieces)).toEqual(parsed(whole));
    }),
  );
});
