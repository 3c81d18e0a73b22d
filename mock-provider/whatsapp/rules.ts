import { GraphError } from '../graph/graph-error.ts';
import { text } from '../graph/graph-request.ts';
import { checkField, checkFields, type Dialect, type FieldPath, type RuleFault, URL_FORMAT } from '../rules/rules.ts';
import type { Asset, Json } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { ENVELOPE, MESSAGES, TEMPLATE_COMPONENTS, TYPING } from './messages.ts';

const TYPES = Object.keys(MESSAGES);

/** Refuses a message that Meta would not accept, with Meta's error text. */
export function checkMessage(world: World, number: Asset, type: string, body: Json): void {
  const dialect = dialectOf(world, number);
  const field = Object.hasOwn(MESSAGES, type) ? MESSAGES[type] : undefined;
  if (!field) {
    throw dialect.error({ kind: 'word', path: ['type'], words: TYPES, got: type });
  }
  // An empty list counts as missing.
  const content = Array.isArray(body[type]) && body[type].length === 0 ? undefined : body[type];
  checkField(field, content, [type], dialect);
  checkFields(ENVELOPE, body, [], dialect);
}

/** "Typing indicators": refuses an indicator of another type. */
export function checkTyping(world: World, number: Asset, body: Json): void {
  checkFields(TYPING, body, [], dialectOf(world, number));
}

/** Refuses template components that Meta could not read. */
export function checkComponents(world: World, number: Asset, components: unknown): void {
  const dialect = dialectOf(world, number);
  checkField(TEMPLATE_COMPONENTS, components, ['template', 'components'], {
    ...dialect,
    error: (fault) =>
      fault.kind === 'missing'
        ? new GraphError('whatsapp', 131008, { details: wordsFor(fault) })
        : dialect.error(fault),
  });
}

function dialectOf(world: World, number: Asset): Dialect {
  return { error: errorOf, media: (kind, content) => requireMedia(world, number, kind, content) };
}

function errorOf(fault: RuleFault): GraphError {
  const details = wordsFor(fault);
  // Meta parses the request before it validates values. A parse error is 100.
  const judged = fault.kind === 'count' || fault.kind === 'form' || fault.kind === 'rule';
  return judged
    ? new GraphError('whatsapp', 131009, { details })
    : new GraphError('whatsapp', 100, { message: details });
}

function wordsFor(fault: RuleFault): string {
  const path = pathOf(fault.path);
  switch (fault.kind) {
    case 'missing':
      return `The parameter ${path} is required.`;
    case 'unexpected':
      return `Unexpected key "${fault.path.at(-1)}" on param "${pathOf(fault.path.slice(0, -1))}".`;
    case 'long':
      return `Param ${path} must be at most ${fault.max} characters long.`;
    case 'word':
      return `Param ${path} must be one of {${fault.words.join(', ').toUpperCase()}} - got "${fault.got}".`;
    case 'range':
      return `Param ${path} must be a number between ${fault.min} and ${fault.max}.`;
    case 'count':
      return countOf(fault);
    case 'type':
    case 'form':
      return `Param ${path} ${fault.says}.`;
    case 'rule':
      return fault.says;
  }
}

function countOf({ path, min, max }: RuleFault & { kind: 'count' }): string {
  const name = path.at(-1);
  const most = max === undefined ? '' : `, Max allowed ${name}: ${max}`;
  return `Invalid ${name} count. Min allowed ${name}: ${min}${most}`;
}

/** `interactive['action']['buttons'][0]['type']` */
function pathOf([root, ...rest]: FieldPath): string {
  return `${root}${rest.map((key) => (typeof key === 'number' ? `[${key}]` : `['${key}']`)).join('')}`;
}

/** Requires exactly one of `link` and `id`. An `id` must be that of this number's media. */
function requireMedia(world: World, number: Asset, type: string, content: Json): void {
  const id = text(content.id);
  const link = text(content.link);
  if ((id === undefined) === (link === undefined)) {
    throw new GraphError('whatsapp', 131008, { details: `Exactly one of 'id' and 'link' is required for '${type}'.` });
  }
  if (link !== undefined && !URL_FORMAT.pattern.test(link)) {
    throw new GraphError('whatsapp', 100, { message: `Param ${type}['link'] is not a valid URI.` });
  }
  if (id === undefined) {
    return;
  }
  const found = world.state.media.get(id);
  if (!found || found.asset_id !== number.id || found.expires_at <= world.clock.now()) {
    throw new GraphError('whatsapp', 100, {
      message: `Param ${type}['id'] is not a valid whatsapp business account media attachment ID`,
    });
  }
}
