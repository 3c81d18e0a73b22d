import ts from 'typescript';

/**
 * What the types of callers say beyond a plain reading of the document: rules that a schema can state and a plain reading
 * of it loses, or that stand in the server (§2.3). The server's own types do without.
 */

type Node = Record<string, unknown>;

const NEVER = { not: {} };

/** Returns the forms that a request has, one of each group, beside its schema. */
const formsFor = (channels: readonly string[]): Record<string, Node[][]> => ({
  // Without `type` nothing else would tell a text from the other kinds.
  TextMessage: [
    [
      {
        type: 'object',
        properties: {
          media: NEVER,
          caption: NEVER,
          filename: NEVER,
          interactive: NEVER,
          latitude: NEVER,
          longitude: NEVER,
        },
      },
    ],
  ],
  MediaMessage: [
    // Ids are of whatsapp; the other channels take addresses.
    [
      { type: 'object', properties: { channel: { const: 'whatsapp' } } },
      {
        type: 'object',
        required: ['media'],
        properties: { media: { type: 'object', required: ['url'], properties: { url: { type: 'string' } } } },
      },
    ],
    // A sound of whatsapp has no caption; on the other channels a caption is a message of its own.
    [
      { type: 'object', properties: { type: { enum: ['image', 'video', 'document'] } } },
      { type: 'object', properties: { caption: NEVER } },
      {
        type: 'object',
        required: ['channel'],
        properties: { channel: { enum: channels.filter((channel) => channel !== 'whatsapp') } },
      },
    ],
  ],
});

/** What a person chooses from is written out as often as not: one too many is told where it is written. */
const COUNTED = ['InteractiveButtons', 'InteractiveList'];

/** Gives every list in a schema that has a longest length a place behind its end that nothing fits. */
function countLists(schema: unknown): void {
  if (!(schema instanceof Object)) {
    return;
  }
  const { maxItems } = schema as { maxItems?: number };
  if (maxItems !== undefined) {
    Object.assign(schema, { allOf: [{ type: 'object', properties: { 0: {}, [maxItems]: NEVER } }] });
  }
  Object.values(schema).forEach(countLists);
}

/** "One of these is required" as one form for each: it has that one, and none of the others. */
function formsOf(rule: Node, properties: Node): Node | undefined {
  const names = ((rule.anyOf ?? []) as Node[]).map(({ required }) => (required as string[] | undefined)?.[0]);
  if (names.length === 0 || names.some((name) => name === undefined || properties[name] === undefined)) {
    return undefined;
  }
  const others = Object.fromEntries(names.map((name) => [name, NEVER]));
  return {
    oneOf: names.map((name) => ({
      type: 'object',
      required: [name],
      properties: { ...others, [name as string]: properties[name as string] },
    })),
  };
}

/** The document as its callers' types are made from it. */
export function forCallers(document: Node): Node {
  const copy = structuredClone(document);
  const { schemas } = copy.components as { schemas: Record<string, Node> };
  const forms = formsFor(schemas.Channel?.enum as string[]);
  for (const [name, schema] of Object.entries(schemas)) {
    const properties = (schema.properties ?? {}) as Node;
    const rules = ((schema.allOf ?? []) as Node[]).map((rule) => formsOf(rule, properties) ?? rule);
    const allOf = [...rules, ...(forms[name] ?? []).map((oneOf) => ({ oneOf }))];
    if (allOf.length > 0) {
      schema.allOf = allOf;
    }
    if (COUNTED.includes(name)) {
      countLists(schema.properties);
    }
  }
  return copy;
}

/** What can be nothing has no type. */
export const neverWhereNothingFits = ({ not, type }: Node): ts.TypeNode | undefined =>
  JSON.stringify(not) === '{}' && type === undefined
    ? ts.factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword)
    : undefined;

/** Lets every optional property be undefined too, for apps that compile with exactOptionalPropertyTypes. */
export function withUndefined(nodes: readonly ts.Node[]): ts.Node[] {
  const { factory } = ts;
  const visit = (node: ts.Node): ts.Node => {
    const seen = ts.visitEachChild(node, visit, undefined);
    const isOpen = ts.isPropertySignature(seen) && seen.questionToken && seen.type;
    if (!isOpen || seen.type.kind === ts.SyntaxKind.NeverKeyword) {
      return seen;
    }
    const type = factory.createUnionTypeNode([
      seen.type,
      factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword),
    ]);
    const made = factory.createPropertySignature(seen.modifiers, seen.name, seen.questionToken, type);
    return ts.setSyntheticLeadingComments(made, ts.getSyntheticLeadingComments(seen));
  };
  return nodes.map(visit);
}
