import type { Mutant, ProxiedRequest } from './mutant.ts';
import { at, data, eachString, isLink, isSend, isSendTemplate, refused } from './spoil.ts';

const escaped = (text: unknown): unknown =>
  typeof text === 'string'
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
    : text;

/** Changes the fields of a send. */
const inSend =
  (change: (text: string) => unknown, ...names: string[]): Mutant['request'] =>
  (asked) => {
    if (isSend(asked)) {
      for (const name of names.filter((one) => typeof asked.json?.[one] === 'string')) {
        asked.json[name] = change(asked.json[name]);
      }
    }
  };
const inInteractive =
  (change: (text: string) => unknown): Mutant['request'] =>
  (asked) => {
    if (isSend(asked)) {
      eachString(asked.json?.interactive, change);
    }
  };
const inVariables =
  (change: (text: string) => unknown): Mutant['request'] =>
  (asked) => {
    if (isSendTemplate(asked)) {
      eachString(asked.json?.variables, change);
      eachString(asked.json?.header, change);
    }
  };
const inLink =
  (change: (text: string) => string): Mutant['request'] =>
  (asked) => {
    if (isLink(asked)) {
      for (const [name, value] of [...asked.query]) {
        if (/^vars?\b|^var\d/.test(name)) {
          asked.query.set(name, change(value));
        }
      }
    }
  };
const inContact = (change: (text: string) => unknown): Mutant['request'] => {
  return ({ path, json }) => {
    if (path.startsWith('/contacts')) {
      eachString(json, (text) => (/^\d+$/.test(text) && text.length > 5 ? text : change(text)));
    }
  };
};
const trimmed = (text: string) => text.trim();
const composed = (text: string) => text.normalize('NFC');
const collapsed = (text: string) => text.replaceAll(/ +/g, ' ');
const withoutZero = (text: string) => (text === '0' ? undefined : text);
const replacing = (text: string) => 'X'.replace('X', text);
/** Removes what some databases cannot store: characters outside the basic plane. */
const basic = (text: string) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?');

const sends = ({ path }: ProxiedRequest): boolean => path === '/provider/sends';

/** Changes the texts of the sends that the provider accepted. */
const inSends =
  (change: (text: string) => string): Mutant['controlAnswer'] =>
  ({ json }, asked) => {
    if (sends(asked)) {
      eachString(json, change);
    }
  };

/** Mistakes with values: what careless code trims, escapes, cuts, or takes for missing. */
export const VALUES: readonly Mutant[] = [
  { name: 'texts are trimmed', caughtBy: ['2.3/values-text'], request: inSend(trimmed, 'text') },
  { name: 'texts are composed', caughtBy: ['2.3/values-text'], request: inSend(composed, 'text') },
  {
    name: 'texts lose repeated spaces',
    caughtBy: ['2.3/values-text'],
    alsoIn: ['2.3'],
    request: inSend(collapsed, 'text'),
  },
  { name: 'a text of 0 is missing', caughtBy: ['2.3/values-text'], request: inSend(withoutZero, 'text') },
  {
    name: 'a text of null is missing',
    caughtBy: ['2.3/values-text'],
    request: inSend((text) => (text === 'null' ? undefined : text), 'text'),
  },
  {
    name: 'dollar signs of texts are patterns',
    caughtBy: ['2.3/values-text'],
    request: inSend(replacing, 'text'),
  },
  {
    name: 'texts lose emoji',
    caughtBy: ['2.3/values-text'],
    alsoIn: ['1', '2.3'],
    request: inSend(basic, 'text'),
  },
  {
    name: 'placeholders in free texts are removed',
    caughtBy: ['2.3/values-text'],
    request: inSend((text) => text.replaceAll(/\{\{\w+\}\}/g, ''), 'text'),
  },
  {
    name: 'captions are escaped as HTML',
    caughtBy: ['2.3/values-caption'],
    request: inSend(escaped as (text: string) => unknown, 'caption'),
  },
  {
    name: 'a caption of 0 is missing',
    caughtBy: ['2.3/values-caption'],
    request: inSend(withoutZero, 'caption'),
  },
  {
    name: 'names of locations are trimmed',
    caughtBy: ['2.3/values-location'],
    request: inSend(trimmed, 'name', 'address'),
  },
  ...(['latitude', 'longitude'] as const).map(
    (name): Mutant => ({
      name: `${name} 0 is missing`,
      caughtBy: ['2.3/values-coordinates'],
      request: (asked) => {
        if (isSend(asked) && asked.json?.[name] === 0) {
          delete asked.json[name];
        }
      },
    }),
  ),
  {
    name: 'coordinates lose their sign',
    caughtBy: ['2.3/values-coordinates'],
    request: (asked) => {
      if (isSend(asked) && asked.json?.latitude < 0) {
        asked.json.latitude *= -1;
      }
    },
  },
  {
    name: 'titles and labels are trimmed',
    caughtBy: ['2.3/values-interactive'],
    variants: ['the title of a row'],
    request: inInteractive(trimmed),
  },
  {
    name: 'titles and labels are escaped as HTML',
    caughtBy: ['2.3/values-interactive'],
    variants: ['the title of a row'],
    request: inInteractive(escaped as (text: string) => unknown),
  },
  {
    name: 'an ID of 0 is missing',
    caughtBy: ['2.3/values-interactive'],
    variants: ['the ID of a button'],
    request: inInteractive((text) => (text === '0' ? '' : text)),
  },
  {
    name: 'a text is split inside an emoji',
    caughtBy: ['2.3/text-split-whole'],
    controlAnswer: ({ json }, asked) => {
      const list = sends(asked) && Array.isArray(json) ? json : [];
      for (const [at, send] of list.entries()) {
        const next = list[at + 1];
        const [one, other] = [send.payload?.message, next?.payload?.message];
        if (one?.text && other?.text && /^[\ud800-\udbff]/.test(other.text) && one.text.length > 900) {
          one.text += other.text.slice(0, 1);
          other.text = other.text.slice(1);
        }
      }
    },
  },
  {
    name: 'long texts are cut inside a letter',
    caughtBy: ['2.3/text-split-whole'],
    variants: ['letters of several bytes, instagram', 'letters of several bytes, messenger'],
    controlAnswer: inSends((text) => text.replace('한', '\uFFFD')),
  },
  {
    name: 'button texts are cut to 20 bytes',
    caughtBy: ['2.11/button-text-cut-whole'],
    variants: ['letters of two bytes'],
    controlAnswer: inSends((text) => (text === 'ş'.repeat(20) ? 'ş'.repeat(10) : text)),
  },
  {
    name: 'captions of flows show raw placeholders',
    caughtBy: ['2.11/placeholder-never-raw'],
    variants: ['in a caption'],
    controlAnswer: inSends((text) => (text === 'For Grace' ? 'For {{1}}' : text)),
  },
  { name: 'values of templates are trimmed', caughtBy: ['2.4/values-variables'], request: inVariables(trimmed) },
  {
    name: 'a value of 0 is missing',
    caughtBy: ['2.4/values-variables'],
    request: (asked) => {
      if (isSendTemplate(asked) && Array.isArray(asked.json?.variables)) {
        asked.json.variables = asked.json.variables.filter((value: unknown) => value !== '0');
      }
    },
  },
  {
    name: 'a named value of 0 is missing',
    caughtBy: ['2.4/values-variables'],
    request: (asked) => {
      if (isSendTemplate(asked) && asked.json?.variables?.thing === '0') {
        delete asked.json.variables.thing;
      }
    },
  },
  {
    name: 'values of templates are escaped as HTML',
    caughtBy: ['2.4/values-variables', '2.4/values-header'],
    request: inVariables(escaped as (text: string) => unknown),
  },
  {
    name: 'dollar signs of values are patterns',
    caughtBy: ['2.4/values-variables'],
    request: inVariables(replacing),
  },
  {
    name: 'a header of 0 is missing',
    caughtBy: ['2.4/values-header'],
    request: (asked) => {
      if (isSendTemplate(asked) && asked.json?.header?.text === '0') {
        delete asked.json.header;
      }
    },
  },
  {
    name: 'the button with index 0 is missing',
    caughtBy: ['2.4/buttons-first'],
    alsoIn: ['2.4'],
    request: (asked) => {
      if (isSendTemplate(asked) && Array.isArray(asked.json?.buttons)) {
        asked.json.buttons = asked.json.buttons.filter(({ index }: { index: unknown }) => index);
      }
    },
  },
  {
    name: 'var1=0 of a link is missing',
    caughtBy: ['4.2/values-query'],
    request: (asked) => {
      if (isLink(asked) && asked.query.get('var1') === '0') {
        asked.query.delete('var1');
      }
    },
  },
  { name: 'values of links are trimmed', caughtBy: ['4.2/values-query'], request: inLink(trimmed) },
  {
    name: 'values of links are decoded twice',
    caughtBy: ['4.2/values-query'],
    request: inLink((text) => {
      try {
        return decodeURIComponent(text);
      } catch {
        return text;
      }
    }),
  },
  {
    name: 'a + in a link is not a space',
    caughtBy: ['4.2/query-encoding'],
    request: inLink((text) => text.replace('red hats', 'red+hats')),
  },
  {
    name: 'names of contacts are escaped as HTML',
    caughtBy: ['2.9/values'],
    alsoIn: ['4.5'],
    answer: data(
      ({ path }) => path.startsWith('/contacts'),
      (of) => eachString(of, escaped),
    ),
  },
  { name: 'names of contacts are trimmed', caughtBy: ['2.9/values'], request: inContact(trimmed) },
  {
    name: 'names of contacts lose emoji',
    caughtBy: ['2.9/values'],
    alsoIn: ['1', '4.5'],
    request: inContact(basic),
  },
  {
    name: 'a name of 0 is missing',
    caughtBy: ['2.9/values'],
    request: ({ path, json }) => {
      if (path.startsWith('/contacts') && json?.name === '0') {
        delete json.name;
      }
    },
  },
  {
    name: 'emails with + are refused',
    caughtBy: ['2.9/values-email'],
    answer: (answer, { path, json }) => {
      if (path === '/contacts' && json?.email?.includes('+')) {
        refused(answer, 422, 'VALIDATION_FAILED');
        answer.json.error.errors = ['email'];
      }
    },
  },
  {
    name: '% and _ of a search are wildcards',
    caughtBy: ['4.5/search-patterns', '2.9/email-wildcards'],
    alsoIn: ['4.5'],
    request: ({ path, query }) => {
      const search = query.get('search');
      if (path === '/contacts' && search) {
        query.set('search', search.replaceAll(/[%_]/g, ' '));
      }
    },
  },
  {
    name: 'a search of % finds everyone',
    caughtBy: ['4.5/search-wildcards'],
    alsoIn: ['4.5', '2.9'],
    request: ({ path, query }) => {
      if (path === '/contacts' && /[%_]$/.test(query.get('search') ?? '')) {
        query.delete('search');
      }
    },
  },
  {
    name: 'sources and reasons are escaped as HTML',
    caughtBy: ['2.10/values-source', '2.10/values-reason'],
    answer: data(at(/^\/(opt-outs|blocked-numbers)$/), (of) => eachString(of, escaped)),
  },
  {
    name: 'texts of customers are trimmed and escaped in events',
    caughtBy: ['6/values-text'],
    delivery: ({ json }) => {
      if (json.data.message?.text) {
        json.data.message.text = escaped(json.data.message.text);
      }
      return 'sign';
    },
  },
  {
    name: 'a text of 0 is null in events',
    caughtBy: ['6/values-text'],
    alsoIn: ['6'],
    delivery: ({ json }) => {
      if (json.data.message?.text === '0') {
        json.data.message.text = null;
      }
      return 'sign';
    },
  },
  {
    name: 'names of customers are escaped in events',
    caughtBy: ['6/values-name'],
    delivery: ({ json }) => {
      if (json.data.message?.from) {
        json.data.message.from.name = escaped(json.data.message.from.name);
      }
      return 'sign';
    },
  },
  {
    name: 'the history is escaped as HTML',
    caughtBy: ['4.7/values-history'],
    answer: data(at(/\/messages$/), (of) => eachString(of.messages, escaped)),
  },
  {
    name: 'last_message is cut inside an emoji',
    caughtBy: ['2.8/values-last-message'],
    alsoIn: ['2.8'],
    answer: data(at(/^\/conversations$/), (of) => {
      for (const one of of.conversations) {
        one.last_message.text = one.last_message.text?.slice(0, 8);
      }
    }),
  },
  {
    name: 'names of labels and agents are escaped as HTML',
    caughtBy: ['2.12/values-label', '2.12/values-agent'],
    answer: data(at(/^\/(labels|agents)$/), (of) => eachString(of, escaped)),
  },
];
