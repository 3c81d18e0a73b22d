import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { document } from './document.ts';
import { isNode, type Node, resolved } from './walk.ts';

export { isNode, type Node };

/** Keywords whose values are data, not schemas. */
const DATA = ['example', 'examples', 'default', 'enum', 'const', 'value', 'mapping', 'x-retry'];

/** Returns every node below a node, with its JSON pointer, except examples and other data. */
export function* nodes(node: unknown, pointer = ''): Generator<[pointer: string, node: Node]> {
  if (Array.isArray(node)) {
    for (const [index, item] of node.entries()) {
      yield* nodes(item, `${pointer}/${index}`);
    }
  } else if (isNode(node)) {
    yield [pointer, node];
    const names = /\/(properties|patternProperties|schemas)$/.test(pointer);
    for (const [key, value] of Object.entries(node)) {
      if (names || !DATA.includes(key)) {
        yield* nodes(value, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
      }
    }
  }
}

/** Returns a validator for the schemas of a document. @default the API document */
export function createJudge(judged: unknown = document): (pointer: string, value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('binary', true);
  ajv.addSchema(judged as AnySchema, 'document');
  return (pointer, value) => {
    const validate = ajv.compile({ $ref: `document#${pointer.replaceAll('{', '%7B').replaceAll('}', '%7D')}` });
    return validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  };
}

/** Returns every example of a document with the pointer to its schema. */
export function examplesOf(judged: unknown): { at: string; schema: string; value: unknown }[] {
  const found: { at: string; schema: string; value: unknown }[] = [];
  for (const [pointer, node] of nodes(judged)) {
    if (isNode(node.schema)) {
      const schema = `${pointer}/schema`;
      if ('example' in node) {
        found.push({ at: `${pointer}/example`, schema, value: node.example });
      }
      for (const [name, example] of Object.entries((node.examples ?? {}) as Record<string, Node>)) {
        const { value } = resolved(document, example);
        found.push({ at: `${pointer}/examples/${name}`, schema, value });
      }
    } else if (Array.isArray(node.examples)) {
      for (const [index, value] of node.examples.entries()) {
        found.push({ at: `${pointer}/examples/${index}`, schema: pointer, value });
      }
    }
  }
  return found;
}
