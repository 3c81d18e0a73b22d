import { ApiError, ConnectionError, isApiError, type Wigwag } from '@wigwag/sdk';
import { comparableNumber } from '@wigwag/server/phone-number';
import { OPERATION_TOOLS } from './generated/tools.ts';
import type { IncomingMessage, IncomingMessages } from './incoming.ts';
import type { OperationTool } from './operation-tool.ts';

type Arguments = Record<string, unknown>;

/** What a tool needs to run. */
export interface ToolContext {
  wigwag: Wigwag;
  incoming: IncomingMessages;
  /** Send without `confirm`. */
  allowSends: boolean;
  /** Ends the call if the client cancels it. */
  signal: AbortSignal;
}

/** A tool as its server lists and runs it. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: {
    type: 'object';
    properties: Record<string, object>;
    required: string[];
    additionalProperties: false;
  };
  /** Fields of the result. Results may have more fields. */
  outputSchema: { type: 'object'; properties: Record<string, object>; required: string[] };
  /** Whether a call sends a message to a person. */
  sends: boolean;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
  /** Returns an object. @throws errors that `resultOf` describes */
  run: (args: Arguments, context: ToolContext) => Promise<object>;
}

const LONGEST_WAIT_SECONDS = 300;
/** By default, clients end a call after 60 seconds. */
const DEFAULT_WAIT_SECONDS = 45;

/** Thrown before any request if the arguments are wrong. The texts are for the agent. */
export class ToolError extends Error {
  override name = 'ToolError';
  readonly fix: string;

  constructor(message: string, fix: string) {
    super(message);
    this.fix = fix;
  }
}

const CONFIRM = {
  type: 'boolean',
  description: 'Must be true to send. Ask the user first, and show the recipient and the content.',
};

function operationTool(tool: OperationTool, allowSends: boolean): Tool {
  const { name, title, description, method, path, query, sends, inputSchema, outputSchema } = tool;
  const asks = sends && !allowSends;
  const properties = asks ? { ...inputSchema.properties, confirm: CONFIRM } : inputSchema.properties;
  return {
    name,
    title,
    description,
    sends,
    inputSchema: {
      ...inputSchema,
      properties,
      required: [...inputSchema.required],
    },
    outputSchema: { ...outputSchema, required: [...outputSchema.required] },
    annotations: {
      readOnlyHint: method === 'GET',
      // A message cannot be taken back.
      destructiveHint: sends,
      idempotentHint: method === 'GET',
      openWorldHint: true,
    },
    run: async (args, { wigwag, signal }) => {
      const { confirm, ...fields } = args;
      requireKnown(fields, name, properties);
      if (asks && confirm !== true) {
        throw new ToolError(
          'Nothing was sent.',
          'Ask the user to approve this message, then call again with confirm: true.',
        );
      }
      const inPath = path.match(/\w+(?=})/g) ?? [];
      const pick = (names: readonly string[]) =>
        Object.fromEntries(Object.entries(fields).filter(([field]) => names.includes(field)));
      return wigwag.request<object>(method as 'GET' | 'POST', path, {
        params: pick(inPath),
        query: pick(query),
        body: method === 'POST' ? fields : undefined,
        idempotencyKey: sends ? crypto.randomUUID() : undefined,
        signal,
      });
    },
  };
}

/** @throws {ToolError} if an argument does not exist */
function requireKnown(args: Arguments, tool: string, properties: object): void {
  const unknown = Object.keys(args).find((name) => !Object.hasOwn(properties, name));
  if (unknown !== undefined) {
    const names = Object.keys(properties);
    throw new ToolError(
      `${tool} has no argument ${unknown}.`,
      names.length > 0 ? `Use only ${names.join(', ')}.` : 'Call it without arguments.',
    );
  }
}

/** Waits for the next message of a customer. It is no operation of the API, so its texts are here. */
const WAIT_FOR_REPLY: Tool = {
  name: 'wait_for_reply',
  title: 'Wait for a reply',
  description:
    'Waits until the customer writes, and returns the message. Returns {"reply": null} after the timeout; call it again to continue. Without `after`, only messages that arrive during the call count.',
  inputSchema: {
    type: 'object',
    properties: {
      phone: { type: 'string', description: 'The customer: the `to` of the message that you sent.' },
      after: {
        type: 'string',
        description:
          'A time such as the `at` of your message in read_conversation. A message that is newer is returned at once.',
        format: 'date-time',
      },
      timeout_seconds: {
        type: 'number',
        description: 'How long to wait for a message. Many clients end a call after 60 seconds.',
        minimum: 1,
        maximum: LONGEST_WAIT_SECONDS,
        default: DEFAULT_WAIT_SECONDS,
      },
    },
    required: ['phone'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      reply: {
        type: ['object', 'null'],
        description: 'The message, with its `text` and `type`; null after the timeout.',
      },
    },
    required: ['reply'],
  },
  sends: false,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  run: async (args, { wigwag, incoming, signal }) => {
    requireKnown(args, WAIT_FOR_REPLY.name, WAIT_FOR_REPLY.inputSchema.properties);
    const {
      phone,
      after,
      timeout_seconds: seconds = DEFAULT_WAIT_SECONDS,
    } = args as {
      phone?: string;
      after?: string;
      timeout_seconds?: number;
    };
    if (typeof phone !== 'string' || phone === '') {
      throw new ToolError('wait_for_reply needs phone, the customer to wait for.', 'Pass phone as a string.');
    }
    if (!(seconds >= 1 && seconds <= LONGEST_WAIT_SECONDS)) {
      throw new ToolError('timeout_seconds is out of range.', `Use a number from 1 to ${LONGEST_WAIT_SECONDS}.`);
    }
    const since = after === undefined ? Number.POSITIVE_INFINITY : Date.parse(after);
    if (Number.isNaN(since)) {
      throw new ToolError('after is not a time.', 'Use a time such as 2026-05-04T12:00:00Z.');
    }
    const known = async () => {
      const { messages } = await wigwag.conversations.messages(phone, { direction: 'in', limit: 1 }, { signal });
      return messages.find(({ at }) => Date.parse(at) > since);
    };
    const next = Promise.withResolvers<IncomingMessage | null>();
    const { connected, leave } = incoming.join({
      received: (message) => {
        if (!isReply(message)) {
          return;
        }
        isFrom(message, phone, { wigwag, signal }).then((isIt) => isIt && next.resolve(message), next.reject);
      },
      failed: next.reject,
    });
    const stop = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1_000)]);
    const end = () => next.resolve(null);
    stop.addEventListener('abort', end);
    if (stop.aborted) {
      end();
    }
    try {
      // A message that arrives before the stream is open is in the conversation.
      await Promise.race([connected, next.promise]);
      const reply = Number.isFinite(since) ? await orNone(known()) : undefined;
      return { reply: reply ?? (await next.promise) };
    } finally {
      stop.removeEventListener('abort', end);
      leave();
    }
  },
};

/** Returns undefined if there is no conversation yet. */
const orNone = <T>(data: Promise<T>): Promise<T | undefined> =>
  data.catch((error: unknown) => {
    if (!isApiError(error, 'CONVERSATION_NOT_FOUND')) {
      throw error;
    }
    return undefined;
  });

/** Returns false for a message in a group, an edit and a deletion, which are no replies (group-messages). */
const isReply = ({ group, target }: IncomingMessage): boolean => group === undefined && target === undefined;

/** Returns whether a customer sent a message. Only the server knows which number a local spelling means. */
async function isFrom(
  { from }: IncomingMessage,
  customer: string,
  { wigwag, signal }: Pick<ToolContext, 'wigwag' | 'signal'>,
): Promise<boolean> {
  // A person can have several names (§1, user-ids).
  const names = [from.id, from.phone, from.user_id];
  if (names.some((name) => name && comparableNumber(name) === comparableNumber(customer))) {
    return true;
  }
  if (!from.phone || lastDigits(from.phone) !== lastDigits(customer)) {
    return false;
  }
  const conversation = await orNone(wigwag.conversations.get(customer, { signal }));
  return conversation?.phone === from.phone;
}

/** Returns the last seven digits of a number, which are the same in every spelling. */
const lastDigits = (phone: string): string => comparableNumber(phone).slice(-7);

/** Writes a text as a customer. Returns the provider's response. */
export type Simulate = (message: { channel: string; person: string; text: string }) => Promise<object>;

/** A person for each channel, in the form that the channel uses. */
const PEOPLE: Record<string, string> = {
  whatsapp: '905551112233',
  instagram: '17841400000000001',
  messenger: '24000000000000001',
  web: 'web_0000000000000000000001',
};

/** Acts as a customer of the local server. It is no operation of the API, so its texts are here. */
const simulateTool = (simulate: Simulate): Tool => ({
  name: 'simulate_customer_message',
  title: 'Simulate a customer message',
  description:
    'Writes to the local server as a customer would, through the mock of Meta. The message opens the window, so that send_message to the returned `person` works. No real person is involved.',
  inputSchema: {
    type: 'object',
    properties: {
      text: { type: 'string', description: 'What the customer writes.', minLength: 1 },
      channel: { type: 'string', enum: Object.keys(PEOPLE), default: 'whatsapp', description: 'The channel.' },
      person: {
        type: 'string',
        description: `The customer: on whatsapp the number in digits, otherwise the ID on the channel. Default: ${Object.entries(
          PEOPLE,
        )
          .map(([channel, person]) => `${person} on ${channel}`)
          .join(', ')}.`,
        minLength: 1,
      },
    },
    required: ['text'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      channel: { type: 'string' },
      person: { type: 'string', description: 'The `to` for a reply.' },
      external_id: { type: 'string', description: "The provider's ID of the message." },
    },
    required: ['channel', 'person', 'external_id'],
  },
  sends: false,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  run: async (args) => {
    requireKnown(args, 'simulate_customer_message', { text: 0, channel: 0, person: 0 });
    const { text, channel = 'whatsapp', person = PEOPLE[String(channel)] } = args;
    if (typeof text !== 'string' || text === '') {
      throw new ToolError('simulate_customer_message needs text.', 'Pass text as a non-empty string.');
    }
    if (typeof channel !== 'string' || !Object.hasOwn(PEOPLE, channel)) {
      throw new ToolError('channel is unknown.', `Use ${Object.keys(PEOPLE).join(', ')}.`);
    }
    if (typeof person !== 'string' || person === '') {
      throw new ToolError('person must be a string.', 'Pass a number or an ID, or leave person out.');
    }
    return { channel, person, ...(await simulate({ channel, person, text })) };
  },
});

/** Returns the tools. With `allowSends`, those that send need no confirmation. */
export const toolsFor = (allowSends: boolean, simulate: Simulate | undefined): Tool[] => [
  ...OPERATION_TOOLS.map((tool) => operationTool(tool, allowSends)),
  WAIT_FOR_REPLY,
  ...(simulate ? [simulateTool(simulate)] : []),
];

/** The result of a tool in the form of the protocol. */
interface ToolResult {
  [key: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
}

const text = (value: object): ToolResult['content'] => [{ type: 'text', text: JSON.stringify(value, null, 2) }];

/** Runs a tool. A problem becomes a result that says what to do, so that the agent can correct its call. */
export async function resultOf(tool: Tool, args: Arguments, context: ToolContext): Promise<ToolResult> {
  try {
    const data = await tool.run(args, context);
    return { content: text(data), structuredContent: { ...data } };
  } catch (error) {
    return { content: text(described(error, tool.sends)), isError: true };
  }
}

/** The result of a call of a tool that does not exist. */
export function unknownTool(name: string, tools: readonly Tool[]): ToolResult {
  const error = new ToolError(`There is no tool ${name}.`, `The tools are ${tools.map((one) => one.name).join(', ')}.`);
  return { content: text(described(error, false)), isError: true };
}

/** @param sent whether the call may have sent a message although it failed */
function described(error: unknown, sent: boolean): object {
  if (error instanceof ApiError) {
    const { code, problem, reason, fix, param, errors, docs, requestId, retryAfter } = error;
    return { code, message: problem, reason, fix, param, errors, docs, request_id: requestId, retry_after: retryAfter };
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ToolError) {
    return { message, fix: error.fix };
  }
  if (error instanceof ConnectionError) {
    const check = 'Ask the user to check that the wigwag server runs and can be reached.';
    const fix = sent
      ? `${check} Then check with read_conversation whether the message was sent, before you send it again.`
      : `${check} Then call again.`;
    return { message, fix };
  }
  return { message, fix: 'Correct the arguments, then call again.' };
}
