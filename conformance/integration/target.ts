import { isHttpUrl, readYaml } from '../target.ts';
import { TargetError } from '../verdict.ts';

const CHANNELS = ['whatsapp', 'messenger', 'instagram'] as const;
/** Meta's products. */
export type Channel = (typeof CHANNELS)[number];

/** An app that speaks to Meta's Graph API. */
export interface IntegrationTarget {
  /** Where the app receives Meta's callbacks. */
  callback_url: string;
  /** `host:port` at which the app expects the Graph API. */
  graph: string;
  /** The app's secret and verify token. @default those of the mock */
  app_secret?: string;
  verify_token?: string;
  /** The URL at which the app shows a message, with `{id}` for Meta's message ID. */
  status_url?: string;
  /** What a customer writes to get a marketing template. */
  marketing_text?: string;
  /** Meta's products that the app uses. @default all; the suite finds out which of them the app answers */
  channels?: Channel[];
  /** The fields of WhatsApp's webhooks to which the app subscribes, apart from `messages`. @default all */
  fields?: string[];
  /** How long to wait for an answer of the app, in seconds. @default 5 */
  patience_seconds?: number;
  expected_failures?: string[];
}

const FIELDS = {
  callback_url: isHttpUrl,
  graph: (value: unknown) => /^.+:\d{1,5}$/.test(String(value)) && Number(String(value).split(':').at(-1)) < 65_536,
  app_secret: isText,
  verify_token: isText,
  status_url: (value: unknown) => isText(value) && value.includes('{id}') && isHttpUrl(value.replace('{id}', '1')),
  marketing_text: isText,
  channels: (value: unknown) =>
    Array.isArray(value) && value.every((one) => CHANNELS.some((channel) => channel === one)),
  fields: (value: unknown) => Array.isArray(value) && value.every(isText),
  patience_seconds: (value: unknown) => typeof value === 'number' && value > 0 && value <= 60,
  expected_failures: (value: unknown) => Array.isArray(value) && value.every(isText),
} as const;
const FORMS: Record<keyof typeof FIELDS, string> = {
  callback_url: 'an http or https URL without credentials, query or fragment',
  graph: 'host:port, such as 127.0.0.1:3001',
  app_secret: 'a string',
  verify_token: 'a string',
  status_url: 'an http or https URL with {id}',
  marketing_text: 'a string',
  channels: 'a list of whatsapp, messenger and instagram',
  fields: 'a list of fields such as account_update',
  patience_seconds: 'a number from 0 to 60',
  expected_failures: 'a list of clause IDs',
};

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Reads the file of an app. @throws {TargetError} naming the field and the fix */
export function readIntegrationTarget(
  path: string,
  environment: Record<string, string | undefined>,
): IntegrationTarget {
  const fields = readYaml(path, environment);
  const names = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
  const unknown = Object.keys(fields).find((name) => !(name in FIELDS));
  if (unknown !== undefined) {
    throw new TargetError(`${path}: ${unknown} is unknown; known fields are ${names.join(', ')}`);
  }
  for (const name of names) {
    const isNeeded = name === 'callback_url' || name === 'graph';
    if ((isNeeded || fields[name] !== undefined) && !FIELDS[name](fields[name])) {
      throw new TargetError(`${path}: ${name} must be ${FORMS[name]}`);
    }
  }
  return fields as unknown as IntegrationTarget;
}
