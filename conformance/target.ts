import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { TargetError } from './verdict.ts';

/** Situations of an account that refuse its keys. */
const SITUATIONS = ['inactive', 'license_expired', 'api_disabled', 'flows_disabled', 'webhook_disabled'] as const;
export type Situation = (typeof SITUATIONS)[number];

const KEYS = ['live', 'test', 'revoked', 'no_scope', 'ip_denied', ...SITUATIONS] as const;
const RECIPIENTS = ['open', 'closed', 'never'] as const;
const TEMPLATES = ['plain', 'positional', 'named', 'marketing', 'pending'] as const;
const WEBHOOK = ['listen', 'url', 'secret'] as const;

/** The implementation under test: where it is, and what it offers to those who test it. */
export interface Target {
  base_url: string;
  /** Where it serves the control protocol; then nothing below is needed. */
  control_url?: string;
  keys?: Partial<Record<(typeof KEYS)[number], string>>;
  /** Numbers whose window is open, is over, was never opened. They really get messages. */
  recipients?: Partial<Record<(typeof RECIPIENTS)[number], string>>;
  templates?: Partial<Record<(typeof TEMPLATES)[number], string>>;
  /** Where the suite listens (`host:port`), the address that the target sends events to, and their secret. */
  webhook?: Partial<Record<(typeof WEBHOOK)[number], string>>;
  /** Clauses that are known not to hold. */
  expected_failures?: string[];
}

const GROUPS = { keys: KEYS, recipients: RECIPIENTS, templates: TEMPLATES, webhook: WEBHOOK } as const;
const FIELDS = ['base_url', 'control_url', 'expected_failures', ...Object.keys(GROUPS)];

/**
 * Reads a description of a target; a value `env:NAME` is that of an environment variable.
 *
 * @throws {TargetError} naming the field and the fix
 */
export function readTarget(path: string, environment: Record<string, string | undefined>): Target {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new TargetError(`${path} cannot be read: ${(error as Error).message}`);
  }
  let raw: unknown;
  try {
    raw = parse(text);
    // What refers to itself has no JSON, and is no description of anything.
    JSON.stringify(raw);
  } catch (error) {
    throw new TargetError(`${path} is no YAML that can be read: ${(error as Error).message.split('\n')[0]}`);
  }
  return checkTarget(withVariables(raw, environment, path), path);
}

function withVariables(node: unknown, environment: Record<string, string | undefined>, path: string): unknown {
  if (typeof node === 'string' && node.startsWith('env:')) {
    const name = node.slice(4);
    const value = environment[name];
    if (value === undefined || value === '') {
      throw new TargetError(`${path} takes a value from the environment variable ${name}, which is not set`);
    }
    return value;
  }
  if (Array.isArray(node)) {
    return node.map((one) => withVariables(one, environment, path));
  }
  return node !== null && typeof node === 'object'
    ? Object.fromEntries(Object.entries(node).map(([name, one]) => [name, withVariables(one, environment, path)]))
    : node;
}

function checkTarget(raw: unknown, path: string): Target {
  const fault = (field: string, what: string) => new TargetError(`${path}: ${field} ${what}`);
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) {
    throw new TargetError(`${path} must hold base_url and what the target offers`);
  }
  const fields = raw as Record<string, unknown>;
  const unknown = Object.keys(fields).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) {
    throw fault(unknown, `is not known; known are ${FIELDS.join(', ')}`);
  }
  for (const name of ['base_url', 'control_url']) {
    const value = fields[name];
    if ((name === 'base_url' || value !== undefined) && !isHttpUrl(value)) {
      throw fault(name, 'must be an http or https URL, without a name, a query or a fragment');
    }
    if (typeof value === 'string' && value.endsWith('/')) {
      fields[name] = value.replace(/\/+$/, '');
    }
  }
  for (const [group, names] of Object.entries(GROUPS)) {
    const values = fields[group] ?? {};
    if (typeof values !== 'object' || Array.isArray(values)) {
      throw fault(group, `must hold some of ${names.join(', ')}`);
    }
    for (const [name, value] of Object.entries(values as object)) {
      if (!(names as readonly string[]).includes(name)) {
        throw fault(`${group}.${name}`, `is not known; known are ${names.join(', ')}`);
      }
      if (typeof value !== 'string' || value === '') {
        throw fault(`${group}.${name}`, 'must be a text; put numbers in quotes');
      }
    }
  }
  const webhookUrl = (fields.webhook as Target['webhook'])?.url;
  if (webhookUrl !== undefined && !(URL.canParse(webhookUrl) && /^https?:$/.test(new URL(webhookUrl).protocol))) {
    throw fault('webhook.url', 'must be an http or https URL');
  }
  const expected = fields.expected_failures ?? [];
  if (!Array.isArray(expected) || expected.some((id) => typeof id !== 'string')) {
    throw fault('expected_failures', 'must be a list of clause ids');
  }
  const target = fields as unknown as Target;
  if (target.control_url === undefined && target.keys?.live === undefined) {
    throw fault('keys.live', 'or control_url is needed: without one nothing can be asked');
  }
  return target;
}

/** Whether paths can be put behind it. */
function isHttpUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) {
    return false;
  }
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '' && !/[?#]/.test(value);
}
