import { expect, test } from 'vitest';
import { OPERATIONS } from './document.ts';
import * as limits from './limits.ts';
import { createJudge } from './testing.ts';

/** Returns whether a schema of the document accepts a value. */
function taker(schema: string): (value: unknown) => boolean {
  const judge = createJudge();
  return (value) => judge(`/components/schemas/${schema}`, value).length === 0;
}

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const text = (length: number) => 'x'.repeat(length);

test('limits that schemas cannot express match the specification', () => {
  expect({ ...limits }).toEqual({
    REQUESTS_PER_MINUTE: 1800,
    REQUESTS_IN_HAND: 512,
    REQUESTS_IN_HAND_PER_ACCOUNT: 128,
    BURST_FACTOR: 2,
    BURST_MINIMUM_PER_SECOND: 10,
    WINDOW_HOURS: 24,
    IDEMPOTENCY_HOURS: 24,
    GET_REPEAT_SECONDS: 60,
    MESSAGE_RETENTION_DAYS: 90,
    MEDIA_ID_DAYS: 30,
    MEDIA_MAX_MEGABYTES: { image: 5, audio: 16, video: 16, document: 100 },
    MEDIA_TYPES: {
      image: ['image/jpeg', 'image/png'],
      audio: ['audio/aac', 'audio/mp4', 'audio/mpeg', 'audio/ogg', 'audio/amr'],
      video: ['video/mp4', 'video/3gpp'],
      document: [
        'application/pdf',
        'application/msword',
        'application/vnd.ms-excel',
        'application/vnd.ms-powerpoint',
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'application/vnd.openxmlformats-officedocument.presentationml.presentation',
        'text/plain',
      ],
    },
    LIST_MAX_ROWS: 10,
    MEDIA_LINK_DAYS: 7,
    FLOW_MEDIA_MAX_MEGABYTES: 16,
    FLOW_MAX_DELAY_HOURS: 24,
    FLOW_BUTTON_CHARACTERS: 20,
    FLOW_TEXT_CHARACTERS: { alone: 4096, withButtons: 1024 },
    DELIVERY_RETRY_DELAYS_MINUTES: [1, 5, 30, 2 * 60, 12 * 60],
    DELIVERY_TIMEOUT_SECONDS: 10,
    DELIVERY_FAILURES_TO_DISABLE: 50,
    DELIVERY_LOGGED_ANSWER_CHARACTERS: 500,
    SIGNATURE_TOLERANCE_SECONDS: 5 * 60,
    STATS_DEFAULT_DAYS: 30,
    SEND_RETRY_DELAYS_SECONDS: [30, 2 * 60, 5 * 60],
    // Our limits.
    CAPTION_CHARACTERS: 1024,
    MEDIA_EXTENSIONS: {
      image: ['jpg', 'jpeg', 'png'],
      video: ['mp4', '3gp'],
      document: ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt'],
    },
    BODY_MAX_KIBIBYTES: 256,
    HEAD_MAX_KIBIBYTES: 16,
    BYTES_PER_MEGABYTE: 1048576,
    FILENAME_MAX_CHARACTERS: 240,
    MEDIA_URL_TIMEOUT_SECONDS: 5,
    MEDIA_URL_MAX_REDIRECTS: 3,
    MEDIA_URL_FRESH_SECONDS: 60,
    SPLIT_MAX_PARTS: 10,
    CIRCUIT_FAILURES: 5,
    CIRCUIT_SECONDS: 30,
    CONFIRM_SEND_MINUTES: 15,
    CAMPAIGN_SHARE: 0.8,
    CAMPAIGN_MOST_LEAVING: 32,
    UNMATCHED_DELAYS_SECONDS: [1, 5, 30, 300, 3600],
    EVENT_RETENTION_DAYS: 7,
    TAIL_HEARTBEAT_SECONDS: 15,
    TAIL_STALL_SECONDS: 60,
    TAILS_PER_KEY: 10,
    WEB_TEXT_MAX_CHARACTERS: 4096,
    WEB_BODY_MAX_KIBIBYTES: 64,
    WEB_MESSAGES_PER_MINUTE: 30,
    WEB_REQUESTS_PER_MINUTE: { visitor: 240, address: 1200 },
    WEB_VISITORS_PER_MINUTE: 60,
    WEB_STREAMS: { visitor: 10, address: 200 },
    WEB_HISTORY_PAGE: 50,
    WEB_RECEIPT_MAX_MESSAGES: 100,
    URL_CHARACTERS: 2048,
    // The provider's limits.
    THROTTLE_DELAYS_SECONDS: [1, 4, 16, 64, 256, 1024],
    PROVIDER_SENDS_PER_SECOND: { whatsapp: 80, page: 300 },
  });
});

test('the default rate limit has a burst of 60 per second', () => {
  expect((limits.REQUESTS_PER_MINUTE / 60) * limits.BURST_FACTOR).toBe(60);
});

test('pages have at most 100 records, 25 by default, 50 in message history, and all templates', () => {
  const defaults = Object.fromEntries(
    OPERATIONS.flatMap(({ id, parameters }) =>
      parameters
        .filter(({ name }) => name === 'limit')
        .map(({ schema }) => [id, [schema.minimum, schema.maximum, schema.default]]),
    ),
  );
  expect(defaults).toEqual({
    listTemplates: [1, 100, undefined],
    listContacts: [1, 100, 25],
    listOptOuts: [1, 100, 25],
    listBlockedNumbers: [1, 100, 25],
    listConversations: [1, 100, 25],
    listConversationMessages: [1, 100, 50],
    listFlows: [1, 100, 25],
    listFlowRuns: [1, 100, 25],
    listLabels: [1, 100, 25],
    listAgents: [1, 100, 25],
  });
});

test('an interactive message has up to 3 buttons, or up to 10 rows in a section', () => {
  const takes = taker('Interactive');
  const buttons = (count: number) => ({
    kind: 'button',
    text: 'Now?',
    buttons: many(count, (at) => ({ id: `b${at}`, title: `Button ${at}` })),
  });
  const list = (count: number) => ({
    kind: 'list',
    text: 'Which?',
    button: 'Sizes',
    sections: [{ title: 'Shoes', rows: many(count, (at) => ({ id: `r${at}`, title: `Row ${at}` })) }],
  });
  expect([1, 3, 4].map((count) => takes(buttons(count)))).toEqual([true, true, false]);
  expect([1, 10, 11].map((count) => takes(list(count)))).toEqual([true, true, false]);
});

test('a document message and an uploaded file have the same filename limit', () => {
  const takes = taker('MediaMessage');
  const message = { type: 'document', to: '905551112233', media: { id: 'med_1' } };
  expect([limits.FILENAME_MAX_CHARACTERS, 241].map((length) => takes({ ...message, filename: text(length) }))).toEqual([
    true,
    false,
  ]);
});

test('a flow has at most 10 steps', () => {
  const takes = taker('CreateFlowRequest');
  const flow = (count: number) => ({
    name: 'Spring',
    template: 'promo_spring',
    button: 'Tell me more',
    steps: many(count, (at) => ({ delay: String(at), text: 'Hello' })),
  });
  expect([1, 10, 11].map((count) => takes(flow(count)))).toEqual([true, true, false]);
});

test('the text of a step is limited to 4,096 characters, and to 1,024 with buttons', () => {
  const takes = taker('FlowStep');
  const buttons = [{ type: 'reply', text: 'Yes' }];
  expect([4096, 4097].map((length) => takes({ delay: '0', text: text(length) }))).toEqual([true, false]);
  expect([1024, 1025].map((length) => takes({ delay: '0', text: text(length), buttons }))).toEqual([true, false]);
});

test('a step has up to 3 reply buttons or 1 link button', () => {
  const takes = taker('FlowStep');
  const replies = (count: number) => many(count, (at) => ({ type: 'reply', text: `Answer ${at}` }));
  const links = (count: number) => many(count, (at) => ({ type: 'url', text: `Link ${at}`, url: 'https://a.example' }));
  const step = (buttons: object[]) => takes({ delay: '0', text: 'Hello', buttons });
  expect([1, 3, 4].map((count) => step(replies(count)))).toEqual([true, true, false]);
  expect([1, 2].map((count) => step(links(count)))).toEqual([true, false]);
  expect([step([...links(1), ...replies(1)]), step([...replies(1), ...links(1)])]).toEqual([false, false]);
  expect(step([{ type: 'url', text: 'Plain', url: 'http://a.example' }])).toBe(false);
  expect(step([{ type: 'phone', text: 'Call' }])).toBe(false);
});

test('a step button has at most 20 characters, or up to 120 when saved with a placeholder', () => {
  const takes = taker('FlowButtonText');
  expect([20, 21].map((length) => takes(text(length)))).toEqual([true, false]);
  const placeholder = '{{1}}';
  expect([120, 121].map((length) => takes(placeholder + text(length - placeholder.length)))).toEqual([true, false]);
  for (const name of ['{{2}}', '{{ad}}', '{{isim}}', '{{name}}']) {
    expect([name, takes(name + text(50))]).toEqual([name, true]);
  }
});

test('a step accepts a file without text, but not a file with text', () => {
  const takes = taker('FlowStep');
  const step = { delay: '1h', media_url: 'https://shop.example/spring.mp4' };
  expect(takes(step)).toBe(true);
  expect(takes({ ...step, type: 'video' })).toBe(true);
  expect(takes({ ...step, text: 'Hello' })).toBe(false);
  expect(takes({ ...step, buttons: [{ type: 'reply', text: 'Yes' }] })).toBe(false);
});

test('a delay is 0, hours and minutes, or plain minutes', () => {
  const takes = taker('FlowDelay');
  expect(['0', '1h', '30m', '2h30m', '90', '24h'].map(takes)).toEqual([true, true, true, true, true, true]);
  expect(['', '-1', '1d', '30m2h', '1.5h', ' 1h', '1H'].map(takes)).toEqual(many(7, () => false));
});

test('quiet hours are whole numbers from 0 to 23', () => {
  const takes = taker('QuietHour');
  expect([0, 23].map(takes)).toEqual([true, true]);
  expect([-1, 24, 1.5, '8'].map(takes)).toEqual([false, false, false, false]);
});

test('a template variable value is not empty and has no line break, tab or 5 consecutive spaces', () => {
  const takes = taker('VariableValue');
  expect(['Ada', 'a    b', 'a  b   c    d'].map(takes)).toEqual([true, true, true]);
  expect(['', 'a\nb', 'a\rb', '\n', 'a\tb', 'a     b', 'a\n     '].map(takes)).toEqual(many(7, () => false));
});

test('IDs of messages and requests match the format of the specification', () => {
  const takes = taker('MessageId');
  expect(['msg_1', 'msg_in_1'].map(takes)).toEqual([true, true]);
  expect(['msg_', 'msg_x', 'in_1', 'msg_1 '].map(takes)).toEqual([false, false, false, false]);
  expect(['req_1', 'req_', '1'].map(taker('RequestId'))).toEqual([true, false, false]);
});
