/** Headers that the server sets, or that describe one connection (RFC 9110, section 7.6.1) or the message's length. */
const RESERVED = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);
/** The beginnings of reserved names: signatures, what the server says about an event, and what is for a proxy. */
const RESERVED_PREFIXES = ['webhook-', 'x-service-', 'proxy-'];

/** RFC 9110, section 5.1 */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** RFC 9110, section 5.5, without spaces at the ends. */
const VALUE = /^[!-~\u0080-\u00ff]([\t -~\u0080-\u00ff]*[!-~\u0080-\u00ff])?$/;

/** Returns what is wrong with the headers of an endpoint; undefined if nothing. Completes a sentence. */
export function headersProblem(headers: Readonly<Record<string, string>>): string | undefined {
  const seen = new Set<string>();
  for (const [given, value] of Object.entries(headers)) {
    const name = given.toLowerCase();
    if (!NAME.test(given)) {
      return `has the name "${given}", which is not a valid name of a header`;
    }
    if (RESERVED.has(name) || RESERVED_PREFIXES.some((prefix) => name.startsWith(prefix))) {
      return `must not set ${given}: the server sets it, or it is not for the receiver`;
    }
    if (seen.has(name)) {
      return `has ${given} twice`;
    }
    if (!VALUE.test(value)) {
      return `has a value of ${given} that a header cannot have, such as an empty one, or one with a line break, a space at an end or a letter outside Latin-1`;
    }
    seen.add(name);
  }
  return undefined;
}

/** Returns headers with names in lower case. */
export const lowerHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
