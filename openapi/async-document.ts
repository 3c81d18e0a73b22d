import { isNode, type Node, operationsOf, resolved, schemasUsedBy } from './walk.ts';

/**
 * Describes the three events and the event stream as an AsyncAPI 3 document, made from the published document. Its perspective is the
 * server's: the server sends, your program receives.
 */

type Nodes = Record<string, Node>;

const STREAM = '/developers/events';
/** The version of AsyncAPI's binding of HTTP. */
const BINDING = { bindingVersion: '0.3.0' };

const omit = (node: Node, keys: readonly string[]): Node =>
  Object.fromEntries(Object.entries(node).filter(([key]) => !keys.includes(key)));

/** Returns a value as AsyncAPI's schemas have it: a discriminator is only the name of the field. */
function asyncSchema(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(asyncSchema);
  }
  if (!isNode(value)) {
    return value;
  }
  const entries = Object.entries(value).map(([key, part]) =>
    key === 'discriminator' && isNode(part) ? [key, part.propertyName] : [key, asyncSchema(part)],
  );
  return Object.fromEntries(entries);
}

/** Returns an object schema with one property for each parameter in a place, such as `header` or `query`. */
function parametersOf(document: Node, parameters: readonly object[], place: string): Node {
  const found = parameters.map((one) => resolved(document, one) as Node).filter((one) => one.in === place);
  const required = found.filter((one) => one.required).map(({ name }) => name);
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      found.map(({ name, schema, description }) => [name, { ...(schema as Node), description }]),
    ),
  };
}

const reference = (...path: string[]) => ({ $ref: `#/${path.map((part) => part.replaceAll('/', '~1')).join('/')}` });

/** Returns the AsyncAPI document for a published document. */
export function asyncDocument(document: Node): Node {
  const { title, version } = document.info as { title: string; version: string };
  const { schemas, securitySchemes } = document.components as { schemas: Nodes; securitySchemes: Nodes };
  const stream = operationsOf(document).find(({ path }) => path === STREAM)?.node as unknown as Node;
  const webhooks = Object.values(document.webhooks as Record<string, { post: Node }>).map(({ post }) => post);
  const messages = Object.fromEntries(
    webhooks.map((webhook, index) => {
      const { requestBody, parameters, summary, description } = webhook;
      const { content } = requestBody as { content: Record<string, { schema: Node }> };
      const event = Object.keys(document.webhooks as Nodes)[index] as string;
      const message = {
        name: event,
        title: summary,
        summary: description,
        contentType: 'application/json',
        headers: parametersOf(document, parameters as object[], 'header'),
        payload: content['application/json']?.schema,
      };
      return [event.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase()), message];
    }),
  );
  const names = Object.keys(messages);
  const { responses, parameters, summary, description } = stream as Node & {
    responses: { 200: { content: { 'text/event-stream': { schema: Node; example: Node } } } };
    parameters: object[];
  };
  const { schema, example } = responses['200'].content['text/event-stream'];
  const [responded] = Object.values((webhooks[0] as { responses: Nodes }).responses).toReversed();
  const components = {
    messages: {
      ...messages,
      streamedEvent: {
        name: 'streamedEvent',
        title: 'An event of the stream',
        summary:
          'The `data` of a server-sent event. `id` and `event` of the server-sent event are the same as in the data.',
        contentType: 'application/json',
        payload: schema,
        examples: [{ name: 'status', summary: 'A message was delivered', payload: example }],
      },
    },
    securitySchemes: { apiKey: omit(securitySchemes.apiKey as Node, ['x-scopes']) },
  };
  const query = parametersOf(document, parameters, 'query');
  const used = schemasUsedBy([components, query], schemas);
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${title}: events`,
      version,
      description:
        `The events that a server posts to your webhook endpoint and sends on its event stream. They are described with the same
schemas as in the OpenAPI document. "Send" means that the server sends and your program receives.`.replaceAll(
          '\n',
          ' ',
        ),
    },
    defaultContentType: 'application/json',
    servers: {
      receiver: {
        host: '{host}',
        protocol: 'https',
        description: 'Your webhook endpoint.',
        variables: { host: { description: 'The host of your receiver.', default: 'shop.example' } },
      },
      server: {
        host: '{host}',
        protocol: 'http',
        description: 'The server. In production, a proxy in front of it speaks https.',
        variables: { host: { description: 'The address of the server.', default: '127.0.0.1:3000' } },
        security: [reference('components', 'securitySchemes', 'apiKey')],
      },
    },
    channels: {
      webhook: {
        address: null,
        title: 'Webhook endpoint',
        description: `The URL that the account set as its webhook endpoint. ${responded?.description}`,
        servers: [reference('servers', 'receiver')],
        messages: Object.fromEntries(names.map((name) => [name, reference('components', 'messages', name)])),
      },
      eventStream: {
        address: STREAM,
        title: summary,
        description,
        servers: [reference('servers', 'server')],
        messages: { streamedEvent: reference('components', 'messages', 'streamedEvent') },
      },
    },
    operations: {
      ...Object.fromEntries(
        webhooks.map((webhook, index) => [
          webhook.operationId,
          {
            action: 'send',
            channel: reference('channels', 'webhook'),
            summary: webhook.summary,
            messages: [reference('channels', 'webhook', 'messages', names[index] as string)],
            bindings: { http: { method: 'POST', ...BINDING } },
          },
        ]),
      ),
      [String(stream.operationId)]: {
        action: 'send',
        channel: reference('channels', 'eventStream'),
        summary,
        messages: [reference('channels', 'eventStream', 'messages', 'streamedEvent')],
        bindings: { http: { method: 'GET', query: asyncSchema(query), ...BINDING } },
      },
    },
    components: {
      ...(asyncSchema(components) as Node),
      schemas: Object.fromEntries(
        Object.entries(schemas)
          .filter(([name]) => used.has(name))
          .map(([name, each]) => [name, asyncSchema(each)]),
      ),
    },
  };
}
