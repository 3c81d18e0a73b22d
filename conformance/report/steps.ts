import type { Step } from '../steps.ts';
import { cut, redactedAuthorization, type ShownStep } from './report.ts';

/** At most this many steps are shown: the first ones, which make the account, and the last ones. */
const FIRST = 20;
const LAST = 80;

/** Fields whose values later requests use. */
const USED = /(^|_)(id|ids|key|keys|secret|cursor|before|phone_number|url)$/;

/** A text that is not longer may be equal to an ID by chance, so it is one only in a field for IDs. */
const SHORT = 5;

/** Returns the strings and IDs of a response that later requests may use, by value. */
function* used(node: unknown, path: string, name: string): Generator<[value: string | number, path: string]> {
  if (node !== null && typeof node === 'object') {
    for (const [key, value] of Object.entries(node)) {
      yield* used(value, `${path}.${key}`, Array.isArray(node) || name === 'connections' ? name : key);
    }
  } else if ((typeof node === 'string' && node !== '') || (typeof node === 'number' && Number.isInteger(node))) {
    if (USED.test(name) || name === 'connections') {
      yield [node, path];
    }
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Replaces each known value in a JSON value: whole strings, and numbers of fields for IDs. */
function referring(node: unknown, known: ReadonlyMap<string | number, string>, name = ''): unknown {
  if (Array.isArray(node)) {
    return node.map((one) => referring(one, known, name));
  }
  if (node !== null && typeof node === 'object') {
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, referring(value, known, key)]));
  }
  const path = known.get(node as string | number);
  const isUsed = USED.test(name) || (typeof node === 'string' && node.length > SHORT);
  return path !== undefined && isUsed ? `\${${path}}` : node;
}

/** Returns the steps of a case for a report, without keys. */
export function shownSteps(steps: readonly Step[]): ShownStep[] {
  const known = new Map<string | number, string>();
  const inText = (text: string): string =>
    text
      .split(/([/?&=\s]+)/)
      .map((part, at, parts) => {
        const value = decoded(part);
        const path = known.get(value) ?? (/^\d{1,12}$/.test(value) ? known.get(Number(value)) : undefined);
        const isUsed = value.length > SHORT || parts[at - 1] !== '=' || USED.test(parts[at - 2] ?? '');
        return path === undefined || !isUsed ? part : `\${${path}}`;
      })
      .join('');
  const shown = steps.map(({ kind, request, status, text, outcome }, at): ShownStep => {
    const { origin } = new URL(request.url);
    const json = parsed(request.body);
    const { authorization, ...others } = request.headers;
    const body = json === undefined ? request.body : JSON.stringify(kind === 'webhook' ? json : referring(json, known));
    const step = {
      kind,
      request: {
        method: request.method,
        url: kind === 'webhook' ? request.url : origin + inText(request.url.slice(origin.length)),
        headers: {
          ...others,
          ...(authorization !== undefined && { authorization: hidden(inText(authorization)) }),
        },
        ...(body !== undefined && { body: cut(body) }),
      },
      ...(status !== undefined && { status }),
      ...(text !== undefined && { response: cut(text) }),
      ...(outcome !== undefined && { outcome }),
    };
    for (const [value, path] of kind === 'webhook' ? [] : used(parsed(text), String(at + 1), '')) {
      if (!known.has(value)) {
        known.set(value, path);
      }
    }
    return step;
  });
  return shown.length <= FIRST + LAST ? shown : [...shown.slice(0, FIRST), ...shown.slice(-LAST)];
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** Hides a key that no step returned. */
const hidden = (authorization: string): string =>
  authorization.includes('${') ? authorization : redactedAuthorization(authorization);
