import { CHANNELS } from '@wigwag/sdk/names';
import { createCompiler } from '@wigwag/server/json-schema';
import { type Document, LineCounter, parseDocument } from 'yaml';
import { UsageError } from '../../program/errors/errors.ts';
import { readTextFile } from '../../program/input/read-text.ts';

/** Someone who writes to the business. */
interface Person {
  /** @default 'whatsapp' */
  channel?: string;
  /** The phone number, or the ID of the channel. */
  id: string;
  /** @default the short name */
  name?: string;
}

/** The fields of `POST /inbound` of the control protocol. */
interface Write {
  from: string;
  /** @default 'text' */
  type?: string;
  text?: string;
  media?: { url: string; mime_type: string };
}

interface Press {
  from: string;
  title: string;
  payload?: string;
}

/** The fields of `POST /messages`, or a template. */
interface Send {
  to: string;
  type?: string;
  text?: string;
  media?: object;
  caption?: string;
  filename?: string;
  interactive?: { text?: string };
  template?: string;
  variables?: readonly string[] | Record<string, string>;
  /** The error code that the API must return. */
  refused?: string;
}

/** A message that must be in the conversation after the previous expectation of the same person. */
export interface Expectation {
  from?: string;
  to?: string;
  /** A part of its text. */
  text?: string;
  type?: string;
  status?: string;
  /** @default '10s' */
  within?: string;
}

/** A step has exactly one of these. */
export interface Step {
  write?: Write;
  press?: Press;
  send?: Send;
  wait?: string;
  expect?: Expectation;
}

export interface Scenario {
  name: string;
  people: Record<string, Person>;
  steps: readonly Step[];
}

const WORD = { type: 'string', minLength: 1 };
const DURATION = { type: 'string', pattern: '^\\d{1,6}(s|m|h|d)$' };

const closed = (properties: object, ...required: string[]) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

/** The JSON schema of a scenario file. `wigwag play --schema` prints it. */
export const SCENARIO_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A scenario of `wigwag play`',
  ...closed(
    {
      name: { ...WORD, description: 'What the scenario shows.' },
      people: {
        type: 'object',
        minProperties: 1,
        description: 'The people by a short name.',
        additionalProperties: closed({ channel: { enum: CHANNELS }, id: WORD, name: WORD }, 'id'),
      },
      steps: {
        type: 'array',
        minItems: 1,
        items: {
          ...closed({
            write: {
              description: 'A person writes a text, or sends a file.',
              ...closed(
                {
                  from: WORD,
                  type: { ...WORD, description: 'Such as image; text without this.' },
                  text: WORD,
                  media: closed({ url: WORD, mime_type: WORD }, 'url', 'mime_type'),
                },
                'from',
              ),
              anyOf: [{ required: ['text'] }, { required: ['media'] }],
            },
            press: {
              description: 'A person presses a button.',
              ...closed({ from: WORD, title: WORD, payload: WORD }, 'from', 'title'),
            },
            send: {
              description: 'The business sends a template, or a message with these fields of POST /messages.',
              ...closed(
                {
                  to: WORD,
                  type: WORD,
                  text: WORD,
                  media: { type: 'object' },
                  caption: WORD,
                  filename: WORD,
                  interactive: { type: 'object' },
                  template: WORD,
                  variables: {
                    anyOf: [
                      { type: 'array', items: { type: 'string' } },
                      { type: 'object', additionalProperties: { type: 'string' } },
                    ],
                  },
                  refused: { ...WORD, description: 'The error code that the API must return.' },
                },
                'to',
              ),
              oneOf: ['text', 'media', 'interactive', 'template'].map((field) => ({ required: [field] })),
            },
            wait: { description: 'A pause, such as 2s. A virtual clock advances instead.', ...DURATION },
            expect: {
              description: 'A message that must be in the conversation.',
              ...closed({
                from: { ...WORD, description: 'Who wrote it.' },
                to: { ...WORD, description: 'Who got it.' },
                text: { ...WORD, description: 'A part of its text.' },
                type: WORD,
                status: { enum: ['sent', 'delivered', 'read', 'failed'] },
                within: { ...DURATION, description: 'How long to wait for it; 10s without this.' },
              }),
              oneOf: [{ required: ['from'] }, { required: ['to'] }],
            },
          }),
          minProperties: 1,
          maxProperties: 1,
        },
      },
    },
    'name',
    'people',
    'steps',
  ),
} as const;

/**
 * Returns the scenario in a YAML or JSON file.
 *
 * @throws {UsageError} with every problem of the file
 */
export function readScenario(file: string): Scenario {
  const lines = new LineCounter();
  const document = parseDocument(textOfFile(file), { lineCounter: lines });
  const check = createCompiler('scenario', SCENARIO_SCHEMA)({ $ref: 'scenario#' });
  const scenario = scenarioIn(document, file) as Scenario;
  const found = check(scenario).flatMap(problemIn);
  const problems = (found.length === 0 ? strangersIn(scenario) : found).map(
    ({ path, text }) => `line ${lineOf(document, path, lines)}: ${path.join('.') || 'the file'} ${text}`,
  );
  if (problems.length > 0) {
    throw new UsageError([`${file} is not a scenario:`, ...problems.map((one) => `  ${one}`)].join('\n'));
  }
  return scenario;
}

function textOfFile(file: string): string {
  try {
    return readTextFile(file);
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message}`);
  }
}

function scenarioIn(document: Document, file: string): unknown {
  try {
    const [wrong] = document.errors;
    if (wrong) {
      throw wrong;
    }
    // It throws for an alias without an anchor.
    return document.toJS();
  } catch (error) {
    throw new UsageError(`${file} is neither JSON nor YAML: ${(error as Error).message.split(/:?\n/)[0]}`);
  }
}

/** What is wrong with a field of the file. */
interface Problem {
  path: string[];
  text: string;
}

/** Returns what is wrong and what to write instead. Of alternatives, only their list is a problem, and not each of them. */
function problemIn(error: ReturnType<ReturnType<ReturnType<typeof createCompiler>>>[number]): Problem[] {
  const { instancePath, keyword, message, params, schema, parentSchema } = error;
  const path = instancePath.split('/').slice(1);
  const found = (text = 'is wrong') => [{ path, text }];
  const fields = Object.keys((parentSchema as { properties?: object }).properties ?? {}).join(', ');
  switch (keyword) {
    case 'additionalProperties': {
      const { additionalProperty } = params as { additionalProperty: string };
      return [{ path: [...path, additionalProperty], text: `is unknown; the fields here are ${fields}` }];
    }
    case 'anyOf':
    case 'oneOf': {
      const alternatives = (schema as { required?: string[] }[]).flatMap(({ required }) => required ?? []);
      return alternatives.length === 0 ? found(message) : found(`needs one of ${alternatives.join(', ')}`);
    }
    case 'required':
      return fields === '' ? [] : found(`needs ${(params as { missingProperty: string }).missingProperty}`);
    case 'enum':
      return found(`must be one of ${(schema as string[]).join(', ')}`);
    case 'pattern':
      return found('must be a number with s, m, h or d, such as 30s or 2h');
    case 'maxProperties':
      return found('has more than one action; write a step for each');
    default:
      return found(message);
  }
}

/** Returns the line of a field, or of the nearest field around it that is in the file. */
function lineOf(document: Document, path: readonly string[], lines: LineCounter): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true) as { range?: [number, number, number] } | undefined;
    if (node?.range) {
      return lines.linePos(node.range[0]).line;
    }
  }
  return 1;
}

/** Returns the steps that name someone who is not one of the people. */
const strangersIn = ({ people, steps }: Scenario): Problem[] =>
  steps.flatMap((step, index) => {
    const [[action = '', fields] = []] = Object.entries(step) as [string, { from?: string; to?: string }][];
    const key = fields?.from === undefined ? 'to' : 'from';
    const name = fields?.[key];
    return name === undefined || Object.hasOwn(people, name)
      ? []
      : [
          {
            path: ['steps', String(index), action, key],
            text: `is ${name}, who is not one of people; they are ${Object.keys(people).join(', ')}`,
          },
        ];
  });
