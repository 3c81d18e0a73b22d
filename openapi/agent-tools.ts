import { type Node, type OperationNode, operationsOf, type Parameter, resolved } from './walk.ts';

/**
 * Generates the tools of `wigwag mcp` from the published document: a few operations that agents need, each with one flat object
 * of arguments, and with the data of its response.
 */

/** The operation of each tool. */
const TOOLS: Record<string, string> = {
  get_account: 'getMe',
  list_channels: 'listChannels',
  send_message: 'sendMessage',
  send_template: 'sendTemplate',
  get_message: 'getMessage',
  list_templates: 'listTemplates',
  find_contacts: 'listContacts',
  get_contact: 'getContact',
  check_window: 'getWindow',
  list_conversations: 'listConversations',
  read_conversation: 'listConversationMessages',
  list_flows: 'listFlows',
  get_flow_stats: 'getFlowStats',
};

/** An object schema without references. */
interface ObjectSchema {
  properties: Record<string, Node>;
  required?: string[];
}

/** Returns a value with its references replaced by their targets, and without examples and extensions. */
function plain(value: unknown, document: Node): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => plain(item, document));
  }
  if (!(value instanceof Object)) {
    return value;
  }
  const entries = Object.entries(resolved(document, value)).filter(
    ([key]) => !/^(x-.*|examples?|discriminator)$/.test(key),
  );
  return Object.fromEntries(entries.map(([key, part]) => [key, plain(part, document)]));
}

/** Returns the schema of `data` in the successful response. */
function dataOf({ responses }: OperationNode, document: Node): Node {
  const status = Object.keys(responses).find((each) => each.startsWith('2')) ?? '';
  const { content } = plain(responses[status], document) as { content: { 'application/json': { schema: Node } } };
  return (content['application/json'].schema as Node & ObjectSchema).properties.data as Node;
}

function toolOf(name: string, document: Node): Node {
  const operation = operationsOf(document).find(({ id }) => id === TOOLS[name]);
  if (!operation) {
    throw new Error(`The tool ${name} needs the operation ${TOOLS[name]}, which does not exist.`);
  }
  const { method, path, node } = operation;
  const all = plain(operation.parameters, document) as Parameter[];
  const parameters = all.filter((parameter) => parameter.in !== 'header');
  const body = operation.body && (plain(operation.body.schema, document) as ObjectSchema);
  const inAddress = parameters.map((one) => [one.name, { ...one.schema, description: one.description }] as const);
  return {
    name,
    title: node.summary,
    description: `${node.summary}. ${node.description.trim()}`,
    method: method.toUpperCase(),
    path,
    query: parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name),
    sends: all.some((parameter) => parameter.name === 'Idempotency-Key'),
    inputSchema: {
      type: 'object',
      properties: { ...Object.fromEntries(inAddress), ...body?.properties },
      required: [...parameters.filter((one) => one.required).map((one) => one.name), ...(body?.required ?? [])],
      additionalProperties: false,
    },
    outputSchema: dataOf(node, document),
  };
}

/** Returns the source of `cli/commands/mcp/generated/tools.ts`. */
export function agentTools(document: Node): string {
  const tools = Object.keys(TOOLS).map((name) => toolOf(name, document));
  return [
    "import type { OperationTool } from '../operation-tool.ts';",
    '',
    '/** The tools that call one operation each. */',
    `export const OPERATION_TOOLS: readonly OperationTool[] = ${JSON.stringify(tools, null, 2)};`,
    '',
  ].join('\n');
}
