import { ApiError, isApiError, type Wigwag } from '@wigwag/sdk';
import { OPERATION_TOOLS } from './generated/tools.ts';
import type { OperationTool } from './operation-tool.ts';

type Arguments = Record<string, unknown>;

/** What a tool needs to run. */
export interface ToolContext {
  wigwag: Wigwag;
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
  inputSchema: { type: 'object'; properties?: Record<string, object>; required?: string[] };
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
  /** Returns an object. @throws errors that `resultOf` describes */
  run: (args: Arguments, context: ToolContext) => Promise<object>;
}

const LONGEST_WAIT_SECONDS = 300;
const DEFAULT_WAIT_SECONDS = 60;

/** Thrown for arguments that are wrong before any request. The text is for the agent. */
export class ToolError extends Error {
  override name = 'ToolError';
}

const CONFIRM = {
  type: 'boolean',
  description: 'Must be true to send. Ask the user first, and show the recipient and the content.',
};

function operationTool(tool: OperationTool, allowSends: boolean): Tool {
  const { name, title, description, method, path, query, sends, inputSchema } = tool;
  const asks = sends && !allowSends;
  return {
    name,
    title,
    description,
    inputSchema: {
      ...inputSchema,
      required: [...inputSchema.required],
      ...(asks && { properties: { ...inputSchema.properties, confirm: CONFIRM } }),
    },
    annotations: {
      readOnlyHint: method === 'GET',
      destructiveHint: false,
      idempotentHint: method === 'GET',
      openWorldHint: true,
    },
    run: async (args, { wigwag, signal }) => {
      const { confirm, ...fields } = args;
      const unknown = Object.keys(fields).find((field) => !(field in inputSchema.properties));
      if (unknown !== undefined) {
        throw new ToolError(
          `${name} has no argument ${unknown}. Use ${Object.keys(inputSchema.properties).join(', ')}.`,
        );
      }
      if (asks && confirm !== true) {
        throw new ToolError(
          'Nothing was sent. Ask the user to approve this message, then call again with confirm: true.',
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
      timeout_seconds: { type: 'number', minimum: 1, maximum: LONGEST_WAIT_SECONDS, default: DEFAULT_WAIT_SECONDS },
    },
    required: ['phone'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  run: async (args, { wigwag, signal }) => {
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
      throw new ToolError('wait_for_reply needs phone, the customer to wait for.');
    }
    if (!(seconds >= 1 && seconds <= LONGEST_WAIT_SECONDS)) {
      throw new ToolError(`timeout_seconds must be a number from 1 to ${LONGEST_WAIT_SECONDS}.`);
    }
    const since = after === undefined ? Number.POSITIVE_INFINITY : Date.parse(after);
    if (Number.isNaN(since)) {
      throw new ToolError('after must be a time such as 2026-05-04T12:00:00Z.');
    }
    const stop = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1_000)]);
    const known = async () => {
      try {
        const { messages } = await wigwag.conversations.messages(phone, { direction: 'in', limit: 1 }, { signal });
        return messages.find(({ at }) => Date.parse(at) > since);
      } catch (error) {
        // There is no conversation before the first message.
        if (!isApiError(error, 'CONVERSATION_NOT_FOUND')) throw error;
      }
    };
    let connected = () => {};
    const listening = new Promise<void>((resolve) => {
      connected = resolve;
    });
    const events = wigwag.events({ events: ['message.received'], signal: stop, onConnect: connected });
    const next = (async () => {
      for await (const { event, data } of events) {
        if (event === 'message.received') {
          // A person can have several names (§1, user-ids).
          const { id, phone: number, user_id } = data.message.from;
          if ([id, number, user_id].some((name) => name && digits(name) === digits(phone))) {
            return data.message;
          }
        }
      }
      return null;
    })();
    try {
      // A message that arrives before the stream is open is in the conversation.
      await Promise.race([listening, next]);
      const reply = Number.isFinite(since) ? await known() : undefined;
      return { reply: reply ?? (await next) };
    } finally {
      await events.return();
    }
  },
};

/** Returns a phone number in the form of the API. IDs of other channels do not change. */
const digits = (recipient: string): string =>
  /^[+\d\s().-]+$/.test(recipient) ? recipient.replace(/\D/g, '') : recipient;

/** Returns the tools. With `allowSends`, those that send need no confirmation. */
export const toolsFor = (allowSends: boolean): Tool[] => [
  ...OPERATION_TOOLS.map((tool) => operationTool(tool, allowSends)),
  WAIT_FOR_REPLY,
];

/** The result of a tool in the form of the protocol. */
interface Result {
  [key: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
}

const text = (value: object): Result['content'] => [{ type: 'text', text: JSON.stringify(value, null, 2) }];

/** Runs a tool. A problem becomes a result that says what to do, so that the agent can correct its call. */
export async function resultOf(tool: Tool, args: Arguments, context: ToolContext): Promise<Result> {
  try {
    const data = await tool.run(args, context);
    return { content: text(data), structuredContent: { ...data } };
  } catch (error) {
    return { content: text(described(error)), isError: true };
  }
}

function described(error: unknown): object {
  if (error instanceof ApiError) {
    const { code, problem, reason, fix, param, errors, docs, requestId, retryAfter } = error;
    return { code, message: problem, reason, fix, param, errors, docs, request_id: requestId, retry_after: retryAfter };
  }
  return { message: error instanceof Error ? error.message : String(error) };
}
