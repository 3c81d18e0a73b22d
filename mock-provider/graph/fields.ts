import type { Json } from '../world/state.ts';
import type { GraphRequest } from './graph-request.ts';
import { isObject } from './parameters.ts';

/** A field that is a node or a list. Its value is the response to the path of that edge. */
export type FieldEdge = (graph: GraphRequest) => Json;

interface RequestedField {
  name: string;
  /** `limit(2)` after the name. */
  options: Record<string, string>;
  /** The fields in its braces. */
  inner?: string;
}

/** `fields=a,b{c},edge.limit(2){d}` or `fields=["a","b"]` picks fields of a node. The ID is always included. */
export function pickFields(graph: GraphRequest, node: Json, defaults: readonly string[]): Json {
  const asked = graph.url.searchParams.get('fields');
  return pick(graph, node, asked ? parseFields(asked) : defaults.map((name) => ({ name, options: {} })));
}

function pick(graph: GraphRequest, node: Json, fields: RequestedField[]): Json {
  const picked: Json = {};
  for (const field of fields) {
    const value = show(graph, node, field);
    if (value !== undefined) {
      picked[field.name] = value;
    }
  }
  return node.id === undefined ? picked : { ...picked, id: node.id };
}

function show(graph: GraphRequest, node: Json, { name, options, inner }: RequestedField): unknown {
  const value = Object.hasOwn(node, name) ? node[name] : undefined;
  if (typeof value === 'function') {
    const url = new URL(`/${graph.version}/${node.id}/${name}`, graph.url);
    for (const [option, wanted] of Object.entries(options)) {
      url.searchParams.set(option, wanted);
    }
    if (inner !== undefined) {
      url.searchParams.set('fields', inner);
    }
    return (value as FieldEdge)({ ...graph, url, id: String(node.id), edge: name });
  }
  return inner !== undefined && isObject(value) ? pick(graph, value, parseFields(inner)) : value;
}

function parseFields(source: string): RequestedField[] {
  return namesOf(source).map((field) => {
    const [, name = '', options = '', inner] = /^(\w*)((?:\.\w+\([^)]*\))*)(?:\{(.*)\})?$/s.exec(field.trim()) ?? [];
    const found = [...options.matchAll(/\.(\w+)\(([^)]*)\)/g)].map(([, option, value]) => [option, value]);
    return { name, options: Object.fromEntries(found), ...(inner === undefined ? {} : { inner }) };
  });
}

function namesOf(source: string): string[] {
  if (!source.startsWith('[')) {
    return splitOutside(source);
  }
  try {
    return (JSON.parse(source) as unknown[]).map(String);
  } catch {
    return [];
  }
}

/** Splits at commas outside braces. */
function splitOutside(source: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of source) {
    if ('{('.includes(sign)) {
      depth += 1;
    }
    if ('})'.includes(sign)) {
      depth -= 1;
    }
    if (sign === ',' && depth === 0) {
      parts.push('');
    } else {
      parts[parts.length - 1] += sign;
    }
  }
  return parts;
}
