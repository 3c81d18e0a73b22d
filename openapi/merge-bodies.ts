import { isNode, type Node, resolved, schemasUsedBy } from './walk.ts';

/**
 * Replaces the union in the body of a request by one object with the fields of all members. Tools that describe functions, such as
 * bridges to agents and low-code editors, require an object at the top of a request.
 */

type Schemas = Record<string, Node>;

const REFERENCE = '#/components/schemas/';

const quoted = new Intl.ListFormat('en', { type: 'conjunction' });

/** A member of a union: an object, for the values of its discriminating field. */
interface Member {
  description?: string;
  required: string[];
  properties: Schemas;
  examples: unknown[];
}

/** Returns the field that has different fixed values in all members. */
function discriminatorOf(members: Member[]): string {
  const [first] = members;
  const found = Object.keys(first?.properties ?? {}).find((name) => {
    const values = members.flatMap(({ properties }) => (properties[name]?.enum as string[] | undefined) ?? ['']);
    return !values.includes('') && new Set(values).size === values.length;
  });
  if (found === undefined) {
    throw new Error('The members of the union have no field that distinguishes them.');
  }
  return found;
}

/** Returns one object that accepts what any member accepts. Its descriptions say what only some members have or require. */
function merged(union: Node, document: Node): Node {
  const members = (union.oneOf as object[]).map((member) => resolved(document, member) as unknown as Member);
  const discriminator = discriminatorOf(members);
  const valuesOf = ({ properties }: Member) => properties[discriminator]?.enum as string[];
  const named = (some: Member[]) => quoted.format(some.flatMap(valuesOf).map((value) => `\`${value}\``));
  const names = [...new Set(members.flatMap(({ properties }) => Object.keys(properties)))];
  const properties = names.map((name) => {
    const having = members.filter(({ properties }) => name in properties);
    const requiring = members.filter(({ required }) => required.includes(name));
    const property = having[0]?.properties[name] as Node;
    if (name === discriminator) {
      return [name, { ...property, enum: members.flatMap(valuesOf) }];
    }
    if (having.length === members.length) {
      return [name, property];
    }
    const { description } = resolved(document, property) as Node;
    const note = `${requiring.length === having.length ? 'Required for' : 'Only for'} ${named(having)}.`;
    return [name, { ...property, description: `${String(description).trimEnd()} ${note}` }];
  });
  const kinds = members.map((member) => `- ${named([member])}: ${member.description}`);
  return {
    type: 'object',
    description: [String(union.description).trimEnd(), '', ...kinds].join('\n'),
    required: names.filter((name) => members.every(({ required }) => required.includes(name))),
    properties: Object.fromEntries(properties),
    examples: members.flatMap(({ examples }) => examples),
    additionalProperties: false,
  };
}

/** Returns a document of flat schemas whose request bodies have no union at the top, without the schemas that nothing uses then. */
export function mergeBodies(document: Node): Node {
  const { components, ...rest } = document;
  const { schemas: all, ...others } = components as { schemas: Schemas };
  const bodies = Object.values(document.paths as Record<string, Node>)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => (isNode(operation) && isNode(operation.requestBody) ? [operation.requestBody] : []))
    .flatMap(({ content }) => Object.values(content as Record<string, { schema: { $ref?: string } }>))
    .flatMap(({ schema: { $ref } }) => ($ref ? [$ref.slice(REFERENCE.length)] : []));
  const schemas = { ...all };
  for (const name of bodies.filter((each) => schemas[each]?.oneOf)) {
    schemas[name] = merged(schemas[name] as Node, document);
  }
  const used = schemasUsedBy([rest, others], schemas);
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  return { ...rest, components: { schemas: Object.fromEntries(kept), ...others } };
}
