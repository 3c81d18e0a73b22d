import ts from 'typescript';
import { RENAMED, withoutCitations } from './public-document.ts';
import { type Node, nameOf } from './walk.ts';

/**
 * Makes the callers' types stricter than types generated directly from the document. It adds rules that code generation loses or
 * that only the server enforces (§2.3). The server's types do not need them.
 */

const NEVER = { not: {} };

/** Returns the variants of a request in addition to its schema: groups of which exactly one variant applies. */
const formsFor = (channels: readonly string[]): Record<string, Node[][]> => ({
  // Without `type`, only this variant distinguishes a text from the other kinds.
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
    // Only whatsapp accepts media IDs; the other channels require URLs.
    [
      { type: 'object', properties: { channel: { const: 'whatsapp' } } },
      {
        type: 'object',
        required: ['media'],
        properties: {
          media: {
            type: 'object',
            description: 'The file.',
            required: ['url'],
            properties: { url: { type: 'string', description: 'Where the provider fetches the file.' } },
          },
        },
      },
    ],
    // Audio on whatsapp has no caption. On the other channels, a caption is a separate message.
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

/** Choices are usually literals, so the compiler can report one too many. */
const COUNTED = ['InteractiveButtons', 'InteractiveList'];

/** Makes lists with a maximum length reject extra items, by giving the first extra item the type `never`. */
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

/** Turns "one of these is required" into one variant per property: it has that property and none of the others. */
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

/** Returns the document from which the callers' types are generated. */
export function forCallers(document: Node): Node {
  const copy = structuredClone(document);
  const { schemas } = copy.components as { schemas: Record<string, Node> };
  const forms = formsFor((schemas.Channel?.enum ?? []) as string[]);
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
  defaultLast(schemas);
  describeReferences(schemas, schemas);
  withoutSections(copy);
  return copy;
}

/**
 * Moves the member that applies without a discriminator after the others of its union. Of several members that match a
 * value equally well, the compiler reports what is missing in the one that it saw last.
 */
function defaultLast(schemas: Record<string, Node>): void {
  for (const schema of Object.values(schemas)) {
    const { propertyName } = (schema.discriminator ?? {}) as { propertyName?: string };
    const members = (propertyName && (schema.oneOf as { $ref: string }[])) || [];
    for (const member of members) {
      const name = nameOf(member.$ref);
      const { required = [], ...rest } = schemas[name] as { required?: string[] };
      if (!required.includes(propertyName as string)) {
        schema.oneOf = [...members.filter((each) => each !== member), member];
        delete schemas[name];
        schemas[name] = { required, ...rest };
      }
    }
  }
}

/** Removes the references to sections of the specification, which an editor cannot follow. */
function withoutSections(node: unknown): void {
  if (!(node instanceof Object)) {
    return;
  }
  for (const [key, value] of Object.entries(node as Node)) {
    if (['description', 'summary'].includes(key) && typeof value === 'string') {
      (node as Node)[key] = withoutCitations(value);
    } else {
      withoutSections(value);
    }
  }
}

/** Copies the description of a schema to each property that refers to it, so that editors show it for the property. */
function describeReferences(node: unknown, schemas: Record<string, Node>): void {
  if (!(node instanceof Object)) {
    return;
  }
  for (const property of Object.values((node as Node).properties ?? {}) as Node[]) {
    const { description } = schemas[nameOf(String(property.$ref))] ?? {};
    if (property.$ref && description) {
      property.description ??= description;
    }
  }
  for (const part of Object.values(node)) {
    describeReferences(part, schemas);
  }
}

/** The schema that nothing matches. */
export const neverWhereNothingFits = ({ not, type }: Node): ts.TypeNode | undefined =>
  JSON.stringify(not) === '{}' && type === undefined
    ? ts.factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword)
    : undefined;

/** Lets every optional property also be undefined, for apps that compile with exactOptionalPropertyTypes. */
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

/** Returns the name of the type that the SDK exports for a schema. */
export const typeName = (schema: string): string => RENAMED[schema] ?? schema;

/**
 * Moves the type of each schema into an exported type with its name. Editors and compiler errors then show the name, not
 * the fields.
 */
export function withNamedTypes(nodes: readonly ts.Node[]): ts.Node[] {
  const { factory } = ts;
  const named: ts.Node[] = [];
  const reference = (schema: string) => factory.createTypeReferenceNode(typeName(schema));
  const visit = (node: ts.Node): ts.Node => {
    const schema = schemaOf(node);
    return schema === undefined ? ts.visitEachChild(node, visit, undefined) : reference(schema);
  };
  const nameSchemas = (node: ts.Node): ts.Node => {
    if (ts.isPropertySignature(node) && node.type) {
      const schema = (node.name as ts.Identifier).text;
      const type = factory.createTypeAliasDeclaration(
        [factory.createModifier(ts.SyntaxKind.ExportKeyword)],
        typeName(schema),
        undefined,
        ts.visitNode(node.type, visit) as ts.TypeNode,
      );
      named.push(ts.setSyntheticLeadingComments(type, ts.getSyntheticLeadingComments(node)));
      return factory.createPropertySignature(node.modifiers, node.name, node.questionToken, reference(schema));
    }
    return ts.visitEachChild(node, nameSchemas, undefined);
  };
  const changed = nodes.map((node) => {
    if (!ts.isInterfaceDeclaration(node) || node.name.text !== 'components') {
      return visit(node);
    }
    const members = node.members.map((member) => {
      const isSchemas = ts.isPropertySignature(member) && (member.name as ts.Identifier).text === 'schemas';
      return (isSchemas ? ts.visitEachChild(member, nameSchemas, undefined) : visit(member)) as ts.TypeElement;
    });
    return factory.updateInterfaceDeclaration(node, node.modifiers, node.name, undefined, undefined, members);
  });
  return [...changed, ...named];
}

/** Returns the name of the schema that `components["schemas"]["Name"]` means. */
function schemaOf(node: ts.Node): string | undefined {
  const isNested = ts.isIndexedAccessTypeNode(node) && ts.isIndexedAccessTypeNode(node.objectType);
  if (!isNested || !ts.isIndexedAccessTypeNode(node.objectType) || !ts.isLiteralTypeNode(node.indexType)) {
    return undefined;
  }
  const { objectType } = node.objectType;
  const isComponents =
    ts.isTypeReferenceNode(objectType) && (objectType.typeName as ts.Identifier).text === 'components';
  const of = node.objectType.indexType;
  const isSchema = ts.isLiteralTypeNode(of) && (of.literal as ts.StringLiteral).text === 'schemas';
  return isComponents && isSchema ? (node.indexType.literal as ts.StringLiteral).text : undefined;
}
