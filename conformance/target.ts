import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { TargetError } from './verdict.ts';

/** Situations in which an account's keys are refused. */
const SITUATIONS = ['inactive', 'license_expired', 'api_disabled', 'flows_disabled', 'webhook_disabled'] as const;
export type Situation = (typeof SITUATIONS)[number];

const KEYS = ['live', 'test', 'revoked', 'no_scope', 'ip_denied', ...SITUATIONS] as const;
const RECIPIENTS = ['open', 'closed', 'never'] as const;
const TEMPLATES = ['plain', 'positional', 'named', 'marketing', 'pending'] as const;
const WEBHOOK = ['listen', 'url', 'secret'] as const;

/** The implementation under test: its address, and what it offers for tests. */
export interface Target {
  base_url: string;
  /** The URL of its control protocol. With it, the fields below are optional. */
  control_url?: string;
  keys?: Partial<Record<(typeof KEYS)[number], string>>;
  /** Numbers whose window is open, has closed, or was never opened. They receive real messages. */
  recipients?: Partial<Record<(typeof RECIPIENTS)[number], string>>;
  templates?: Partial<Record<(typeof TEMPLATES)[number], string>>;
  /** Where the suite listens (`host:port`), the URL that the target sends events to, and the signing secret. */
  webhook?: Partial<Record<(typeof WEBHOOK)[number], string>>;
  /** Clauses that are known to fail. */
  expected_failures?: string[];
}

const GROUPS = { keys: KEYS, recipients: RECIPIENTS, templates: TEMPLATES, webhook: WEBHOOK } as const;
const FIELDS = ['base_url', 'control_url', 'expected_failures', ...Object.keys(GROUPS)];

/**
 * Reads a target file. A value `env:NAME` is read from an environment variable.
 *
 * @throws {TargetError} naming the field and the fix
 */
export function readTarget(path: string, environment: Record<string, string | undefined>): Target {
  return checkTarget(readYaml(path, environment), path);
}

/**
 * Reads a YAML file with fields. A value `env:NAME` is read from an environment variable.
 *
 * @throws {TargetError} naming the fault
 */
export function readYaml(path: string, environment: Record<string, string | undefined>): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new TargetError(`${path} cannot be read: ${(error as Error).message}`);
  }
  let raw: unknown;
  try {
    raw = parse(text);
    // A self-referencing document cannot be serialized, and is not a valid target file.
    JSON.stringify(raw);
  } catch (error) {
    throw new TargetError(`${path} is not valid YAML: ${(error as Error).message.split('\n')[0]}`);
  }
  const fields = withVariables(raw, environment, path);
  if (fields === null || typeof fields !== 'object' || Array.isArray(fields)) {
    throw new TargetError(`${path} must contain the address of the target, and the features that it offers`);
  }
  return fields as Record<string, unknown>;
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

function checkTarget(fields: Record<string, unknown>, path: string): Target {
  const fault = (field: string, what: string) => new TargetError(`${path}: ${field} ${what}`);
  const unknown = Object.keys(fields).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) {
    throw fault(unknown, `is unknown; known fields are ${FIELDS.join(', ')}`);
  }
  for (const name of ['base_url', 'control_url']) {
    const value = fields[name];
    if ((name === 'base_url' || value !== undefined) && !isHttpUrl(value)) {
      throw fault(name, 'must be an http or https URL without credentials, query or fragment');
    }
    if (typeof value === 'string' && value.endsWith('/')) {
      fields[name] = value.replace(/\/+$/, '');
    }
  }
  for (const [group, names] of Object.entries(GROUPS)) {
    const values = fields[group] ?? {};
    if (typeof values !== 'object' || Array.isArray(values)) {
      throw fault(group, `must contain one or more of ${names.join(', ')}`);
    }
    for (const [name, value] of Object.entries(values as object)) {
      if (!(names as readonly string[]).includes(name)) {
        throw fault(`${group}.${name}`, `is unknown; known fields are ${names.join(', ')}`);
      }
      if (typeof value !== 'string' || value === '') {
        throw fault(`${group}.${name}`, 'must be a string; put numbers in quotes');
      }
    }
  }
  const webhookUrl = (fields.webhook as Target['webhook'])?.url;
  if (webhookUrl !== undefined && !(URL.canParse(webhookUrl) && /^https?:$/.test(new URL(webhookUrl).protocol))) {
    throw fault('webhook.url', 'must be an http or https URL');
  }
  const expected = fields.expected_failures ?? [];
  if (!Array.isArray(expected) || expected.some((id) => typeof id !== 'string')) {
    throw fault('expected_failures', 'must be a list of clause IDs');
  }
  const target = fields as unknown as Target;
  if (target.control_url === undefined && target.keys?.live === undefined) {
    throw fault('keys.live', 'or control_url is required to call the API');
  }
  return target;
}

/** Returns whether paths can be appended to the URL. */
export function isHttpUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) {
    return false;
  }
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '' && !/[?#]/.test(value);
}
