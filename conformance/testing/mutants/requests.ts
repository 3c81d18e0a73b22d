import type { Mutant } from './mutant.ts';
import { accepted, codeOf, isLink, isSend, isSendTemplate, next, swapped, withoutField } from './spoil.ts';

export const REQUESTS: readonly Mutant[] = [
  {
    name: 'texts are uppercased',
    caughtBy: ['2.3/text-reaches'],
    alsoIn: ['1', '2.8', '4.7', '8'],
    request: (asked) => {
      if (isSend(asked) && typeof asked.json?.text === 'string') {
        asked.json.text = asked.json.text.toUpperCase();
      }
    },
  },
  {
    name: 'long texts are truncated',
    caughtBy: ['2.3/text-4097', '8/text-whatsapp'],
    alsoIn: ['4.2', '5.7'],
    request: (asked) => {
      if (isSend(asked) && asked.json?.text?.length === 4097) {
        asked.json.text = asked.json.text.slice(0, 4096);
      }
    },
  },
  {
    name: 'texts of 4,096 characters are refused',
    caughtBy: ['2.3/text-4096'],
    alsoIn: ['8'],
    request: (asked) => {
      if (isSend(asked) && asked.json?.text?.length === 4096) {
        asked.json.text += 'x';
      }
    },
  },
  {
    name: 'text limits count bytes',
    caughtBy: ['8/text-characters'],
    alsoIn: ['7'],
    request: (asked) => {
      if (isSend(asked) && typeof asked.json?.text === 'string' && Buffer.byteLength(asked.json.text) > 4096) {
        asked.json.text = 'x'.repeat(4097);
      }
    },
  },
  {
    name: 'a fourth button is dropped',
    caughtBy: ['2.3/buttons-4'],
    alsoIn: ['8'],
    request: (asked) => {
      const form = asked.json?.interactive;
      if (Array.isArray(form?.buttons)) {
        form.buttons = form.buttons.slice(0, 3);
      }
    },
  },
  {
    name: 'an eleventh row is dropped',
    caughtBy: ['2.3/list-rows-11'],
    alsoIn: ['8'],
    request: (asked) => {
      for (const section of asked.json?.interactive?.sections ?? []) {
        section.rows = section.rows?.slice(0, 10);
      }
    },
  },
  { name: 'captions are lost', caughtBy: ['2.3/caption'], request: withoutField('caption') },
  {
    name: 'captions of videos are lost',
    caughtBy: ['2.3/caption'],
    request: ({ json }) => {
      if (json?.type === 'video') {
        delete json.caption;
      }
    },
  },
  {
    name: 'stats exclude the day of to',
    caughtBy: ['4.9/stats-today'],
    request: ({ path, query }) => {
      const to = query.get('to');
      if (path === '/stats' && to && to === query.get('from')) {
        query.set('from', '2001-01-01');
        query.set('to', '2001-01-01');
      }
    },
  },
  {
    name: 'reply_to is lost on messenger',
    caughtBy: ['2.3/reply-to'],
    request: ({ json }) => {
      if (json?.channel === 'messenger') {
        delete json.reply_to;
      }
    },
  },
  { name: 'filenames are lost', caughtBy: ['2.3/filename'], request: withoutField('filename') },
  { name: 'reply_to is lost', caughtBy: ['2.3/reply-to'], alsoIn: ['7'], request: withoutField('reply_to') },
  { name: 'names of locations are lost', caughtBy: ['2.3/location-name'], request: withoutField('name') },
  {
    name: 'connection_id is ignored',
    caughtBy: ['2.3/connection-id-other-account', '1/connection-selects'],
    alsoIn: ['2.6', '4.2', '4.8', '7'],
    request: withoutField('connection_id'),
  },
  {
    name: 'an unknown channel gives VALIDATION_FAILED',
    caughtBy: ['2.3/channel-unknown'],
    alsoIn: ['2.6', '4.5', '7'],
    answer: swapped('CHANNEL_UNSUPPORTED', 'VALIDATION_FAILED', 422),
  },
  {
    name: 'a closed window gives WINDOW_NEVER_OPENED',
    caughtBy: ['7/WINDOW_CLOSED', '1/window-whatsapp-over'],
    answer: swapped('WINDOW_CLOSED', 'WINDOW_NEVER_OPENED', 409),
  },
  {
    name: 'the window is not checked',
    caughtBy: ['1/window-messenger-over', '7/WINDOW_CLOSED'],
    alsoIn: ['2.7'],
    answer: (answer) => {
      if (codeOf(answer) === 'WINDOW_CLOSED') {
        accepted(answer, 202, { id: `msg_${next()}`, status: 'queued' });
      }
    },
  },
  {
    name: 'line breaks are removed',
    caughtBy: ['2.4/variables-line-break'],
    request: (asked) => {
      if (isSendTemplate(asked) && Array.isArray(asked.json?.variables)) {
        asked.json.variables = asked.json.variables.map((value: unknown) =>
          typeof value === 'string' ? value.replaceAll(/[\r\n]/g, ' ') : value,
        );
      }
    },
  },
  {
    name: 'extra variables are dropped',
    caughtBy: ['2.4/variables-extra'],
    request: (asked) => {
      if (isSendTemplate(asked) && asked.json?.variables?.length > 2) {
        asked.json.variables = asked.json.variables.slice(0, 2);
      }
    },
  },
  {
    name: 'the error does not list the languages',
    caughtBy: ['2.4/language-several-listed'],
    alsoIn: ['7'],
    answer: ({ json }) => {
      if (json?.error?.available_languages) {
        json.error = { ...json.error, available_languages: undefined, message: 'm', reason: 'r', fix: 'f', errors: [] };
      }
    },
  },
  {
    name: 'an unapproved template gives TEMPLATE_NOT_FOUND',
    caughtBy: ['2.5/only-approved-pending', '2.5/only-approved-rejected'],
    alsoIn: ['3.3', '4.2', '5.7', '7'],
    answer: swapped('TEMPLATE_NOT_APPROVED', 'TEMPLATE_NOT_FOUND', 404),
  },
  {
    name: 'links accept an extra variable',
    caughtBy: ['4.2/query-vars-checked'],
    request: (asked) => {
      if (isLink(asked)) {
        asked.query.delete('var3');
      }
    },
  },
  {
    name: 'all accounts share an idempotency_key',
    caughtBy: ['4.2/query-idempotency-key-account'],
    answer: (answer, asked) => {
      const key = asked.query.get('idempotency_key');
      if (isLink(asked) && key && answer.status === 202) {
        const before = asked.notes.get(`link ${key}`);
        asked.notes.set(`link ${key}`, before ?? answer.json.data.id);
        answer.json.data.id = before ?? answer.json.data.id;
      }
    },
    alsoIn: ['8'],
  },
  {
    name: 'the file of a header is always the same',
    caughtBy: ['2.4/header-media-id'],
    request: (asked) => {
      if (isSendTemplate(asked) && asked.json?.header?.media_id) {
        asked.json.header = undefined;
      }
    },
  },
  {
    name: 'the index of a button is off by one',
    caughtBy: ['2.4/buttons-dynamic'],
    request: (asked) => {
      if (isSendTemplate(asked) && asked.json?.buttons?.[0]?.index === 2) {
        asked.json.buttons[0].index = 1;
      }
    },
  },
  {
    name: 'quiet_end of 24 is midnight',
    caughtBy: ['2.11/quiet-24'],
    alsoIn: ['4.8', '7', '8'],
    request: (asked) => {
      if (asked.path === '/flows' && asked.json?.quiet_end === 24) {
        asked.json.quiet_end = 0;
      }
    },
  },
  {
    name: 'a second step may also have a delay of 0',
    caughtBy: ['2.11/delay-equal'],
    alsoIn: ['4.8', '7'],
    request: ({ path, json }) => {
      const [first, second] = json?.steps ?? [];
      if (path === '/flows' && first?.delay === '0' && second?.delay === '0') {
        second.delay = '1m';
      }
    },
  },
  {
    name: 'link buttons may use http',
    caughtBy: ['2.11/button-url-https'],
    alsoIn: ['4.8', '7'],
    request: (asked) => {
      const url = asked.json?.steps?.[0]?.buttons?.[0]?.url;
      if (asked.path === '/flows' && url?.startsWith('http:')) {
        asked.json.steps[0].buttons[0].url = url.replace('http:', 'https:');
      }
    },
  },
  {
    name: 'button_index counts from 1',
    caughtBy: ['2.11/button-by-index'],
    request: (asked) => {
      if (asked.path === '/flows' && asked.json?.button_index > 0) {
        asked.json.button_index -= 1;
      }
    },
  },
  {
    name: 'links by path skip the approval check',
    caughtBy: ['4.2/query-vars-checked'],
    answer: (answer, asked) => {
      if (/^\/messages\/template\/./.test(asked.path) && codeOf(answer) === 'TEMPLATE_NOT_APPROVED') {
        accepted(answer, 202, { id: `msg_${next()}`, status: 'queued' });
      }
    },
  },
  {
    name: 'links by path ignore opt-outs',
    caughtBy: ['1/marketing-opted-out', '7/RECIPIENT_OPTED_OUT'],
    answer: (answer, asked) => {
      if (/^\/messages\/template\/./.test(asked.path) && codeOf(answer) === 'RECIPIENT_OPTED_OUT') {
        accepted(answer, 202, { id: `msg_${next()}`, status: 'queued' });
      }
    },
    alsoIn: ['2.10'],
  },
];
