import { CHANNELS } from '@wigwag/sdk/names';
import { createCompiler } from '@wigwag/server/json-schema';
import { parse } from 'yaml';
import { UsageError } from '../../program/errors/errors.ts';
import { readTextFile } from '../../program/input/read-text.ts';

/** Someone who writes to the business. */
interface Person {
  /** @default 'whatsapp' */
  channel?: string;
  /** The phone number, or the ID of the channel. */
  id: string;
  name?: string;
}

interface Write {
  from: string;
  text: string;
}

interface Press {
  from: string;
  title: string;
  payload?: string;
}

interface Send {
  to: string;
  text?: string;
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
            write: { description: 'A person writes.', ...closed({ from: WORD, text: WORD }, 'from', 'text') },
            press: {
              description: 'A person presses a button.',
              ...closed({ from: WORD, title: WORD, payload: WORD }, 'from', 'title'),
            },
            send: {
              description: 'The business sends a text or a template.',
              ...closed(
                {
                  to: WORD,
                  text: WORD,
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
              oneOf: [{ required: ['text'] }, { required: ['template'] }],
            },
            wait: { description: 'A pause, such as 2s.', ...DURATION },
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
  let value: unknown;
  try {
    value = parse(readTextFile(file));
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message.split('\n')[0]}`);
  }
  const check = createCompiler('scenario', SCENARIO_SCHEMA)({ $ref: 'scenario#' });
  const problems = check(value).map(({ instancePath, message, params }) => {
    const { additionalProperty: unknown } = params as { additionalProperty?: string };
    return `${instancePath.slice(1).replaceAll('/', '.') || 'the file'} ${unknown ? `cannot have ${unknown}` : message}`;
  });
  const scenario = value as Scenario;
  if (problems.length === 0) {
    problems.push(...strangersIn(scenario));
  }
  if (problems.length > 0) {
    throw new UsageError([`${file} is not a scenario:`, ...problems.map((one) => `  ${one}`)].join('\n'));
  }
  return scenario;
}

/** Returns the steps that name someone who is not one of the people. */
const strangersIn = ({ people, steps }: Scenario): string[] =>
  steps.flatMap((step, index) => {
    const { from, to } = { from: undefined, to: undefined, ...Object.values(step)[0] } as {
      from?: string;
      to?: string;
    };
    const name = from ?? to;
    return name === undefined || Object.hasOwn(people, name) ? [] : [`steps.${index}: ${name} is not one of people`];
  });
