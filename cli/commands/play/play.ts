import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, type Body, movesForward, type Schemas } from '@wigwag/sdk';
import { messageText } from '../../output/message-text.ts';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import type { CommandContext } from '../../program/context/context.ts';
import { OutcomeError, UsageError } from '../../program/errors/errors.ts';
import { duration } from '../../program/options/options.ts';
import { findDev } from '../../settings/settings.ts';
import { controlOf } from '../webhooks/trigger.ts';
import { type Expectation, readScenario, SCENARIO_SCHEMA, type Scenario, type Step } from './scenario.ts';

interface PlayFlags {
  controlUrl?: string;
  schema?: boolean;
}

type HistoryMessage = Schemas['HistoryMessage'];

/** The result of a step, as it is printed. */
interface PlayedStep {
  step: number;
  what: string;
  ok: boolean;
  seconds: number;
  problem: string | null;
}

const DEFAULT_WITHIN = '10s';
const POLL_MILLISECONDS = 200;
/** A wait that is worth a hint. */
const LONG_SECONDS = 60;

/**
 * `wigwag play`: plays a scenario against `wigwag dev` or another server, and prints each step.
 *
 * @throws {OutcomeError} if an expectation does not hold
 * @throws {UsageError} if the file is not a scenario, or a person writes and there is no control port
 */
export async function playScenario(context: CommandContext, file: string | undefined, flags: PlayFlags): Promise<void> {
  const { output, say } = context;
  if (flags.schema) {
    process.stdout.write(`${JSON.stringify(SCENARIO_SCHEMA, null, 2)}\n`);
    return;
  }
  if (file === undefined) {
    throw new UsageError('give the scenario file; `wigwag play --schema` prints its JSON schema');
  }
  const scenario = readScenario(file);
  const player = new Player(context, scenario, flags.controlUrl);
  const played: PlayedStep[] = [];
  for (const [index, step] of scenario.steps.entries()) {
    const began = performance.now();
    const problem = await player.play(step).catch((error: unknown) => {
      if (error instanceof OutcomeError) {
        return error.message;
      }
      throw error;
    });
    const seconds = Number(((performance.now() - began) / 1_000).toFixed(1));
    const one = { step: index + 1, what: wordsOf(step), ok: problem === undefined, seconds, problem: problem ?? null };
    played.push(one);
    if (output.isDrawn) {
      const line = `${one.ok ? '✓' : '✗'} ${one.what}${problem === undefined ? '' : `: ${problem}`}`;
      process.stdout.write(`${onOneLine(line)}\n`);
    }
    if (!one.ok) {
      break;
    }
  }
  if (!output.isDrawn) {
    await output.list(played, ['step', 'ok', 'seconds', 'what', 'problem']);
  }
  const failed = played.find(({ ok }) => !ok);
  if (failed) {
    throw new OutcomeError(
      `${scenario.name}: step ${failed.step} of ${scenario.steps.length} failed: ${failed.problem}`,
    );
  }
  say(`${scenario.name}: all ${scenario.steps.length} steps passed`);
}

/** Returns a step as a sentence. */
function wordsOf({ write, press, send, wait, expect }: Step): string {
  if (write) {
    const { from, type = 'a file', text } = write;
    return text === undefined ? `${from} sends ${type}` : `${from} writes "${text}"`;
  }
  if (press) {
    return `${press.from} presses "${press.title}"`;
  }
  if (send) {
    const { text = send.interactive?.text ?? send.caption, type = 'a file' } = send;
    const what = send.template ? `the template ${send.template}` : text === undefined ? type : `"${text}"`;
    return `send ${what} to ${send.to}${send.refused ? `, refused with ${send.refused}` : ''}`;
  }
  if (wait !== undefined) {
    return `wait ${wait}`;
  }
  const { from, to, text, type, status } = expect ?? {};
  const parts = [type, text === undefined ? undefined : `"${text}"`, status && `that is ${status}`];
  return `expect a message ${from ? `from ${from}` : `to ${to}`} ${parts.filter(Boolean).join(' ')}`.trimEnd();
}

/** Plays the steps of a scenario on one server. */
class Player {
  readonly #context: CommandContext;
  readonly #scenario: Scenario;
  readonly #controlUrl: string | undefined;
  /** The messages that are older than the scenario, or that an expectation has found. */
  readonly #seen = new Set<string>();
  #started: Promise<void> | undefined;

  constructor(context: CommandContext, scenario: Scenario, controlUrl: string | undefined) {
    this.#context = context;
    this.#scenario = scenario;
    this.#controlUrl = controlUrl ?? process.env.WIGWAG_CONTROL_URL ?? findDev(process.cwd())?.controlUrl;
  }

  /** @throws {OutcomeError} if the step does not do what it must */
  async play({ write, press, send, wait, expect }: Step): Promise<undefined> {
    this.#started ??= this.#forget();
    await this.#started;
    if (write) {
      const { from, type = 'text', ...content } = write;
      await this.#inbound(from, { type, ...content });
    } else if (press) {
      const { title, payload = title } = press;
      await this.#inbound(press.from, { type: 'button', button: { title, payload } });
    } else if (send) {
      await this.#send(send);
    } else if (wait !== undefined) {
      await this.#wait(duration(wait));
    } else if (expect) {
      await this.#expect(expect);
    }
  }

  #person(name: string) {
    const { id, channel = 'whatsapp', name: shown = name } = this.#scenario.people[name] ?? { id: name };
    return { id, channel: channel as Schemas['Channel'], name: shown };
  }

  async #inbound(who: string, message: object): Promise<void> {
    if (this.#controlUrl === undefined) {
      throw new UsageError(
        'people can write only to a `wigwag dev`: run it in this folder, or give --control-url. On other servers, play files that only send and expect',
      );
    }
    const { id, channel, name } = this.#person(who);
    const account_id = (await this.#context.wigwag.account.me()).account.id;
    const from = { id, name };
    await controlOf(this.#controlUrl)('/inbound', { account_id, channel, from, ...message });
  }

  /** Advances a virtual clock. Otherwise the time passes, because the control port refuses to move a real clock. */
  async #wait(seconds: number): Promise<void> {
    try {
      if (this.#controlUrl !== undefined) {
        await controlOf(this.#controlUrl)('/clock/advance', { seconds });
        return;
      }
    } catch (error) {
      if (!(error instanceof UsageError)) {
        throw error;
      }
    }
    if (seconds > LONG_SECONDS) {
      this.#context.say(`waiting ${seconds} seconds; on \`wigwag dev --clock virtual\`, the clock advances instead`);
    }
    await pause(seconds * 1_000);
  }

  async #send({ to, template, variables, refused, ...content }: NonNullable<Step['send']>): Promise<void> {
    const { wigwag } = this.#context;
    const { id, channel } = this.#person(to);
    try {
      await (template === undefined
        ? wigwag.messages.send({ channel, to: id, ...content } as Body<'sendMessage'>)
        : wigwag.messages.sendTemplate({
            to: id,
            name: template,
            ...(variables && { variables }),
          } as Body<'sendTemplate'>));
    } catch (error) {
      if (error instanceof ApiError && error.code === refused) {
        return;
      }
      if (error instanceof ApiError) {
        throw new OutcomeError(`${error.code}: ${error.problem}`);
      }
      throw error;
    }
    if (refused !== undefined) {
      throw new OutcomeError(`the API accepted it, but ${refused} was expected`);
    }
  }

  /** Ignores the messages that the conversations had before. */
  async #forget(): Promise<void> {
    for (const name of Object.keys(this.#scenario.people)) {
      for (const { id } of await this.#history(name)) {
        this.#seen.add(id);
      }
    }
  }

  /** Returns the messages of a person, newest first. */
  async #history(name: string): Promise<HistoryMessage[]> {
    try {
      return (await this.#context.wigwag.conversations.messages(this.#person(name).id)).messages;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONVERSATION_NOT_FOUND') {
        return [];
      }
      throw error;
    }
  }

  async #expect(wanted: Expectation): Promise<void> {
    const { from, to, within = DEFAULT_WITHIN } = wanted;
    const deadline = performance.now() + duration(within) * 1_000;
    for (;;) {
      const messages = (await this.#history(from ?? to ?? '')).filter(({ id }) => !this.#seen.has(id));
      const found = messages.toReversed().find((message) => isWanted(message, wanted));
      if (found) {
        this.#seen.add(found.id);
        return;
      }
      if (performance.now() > deadline) {
        const [newest] = messages;
        const instead = newest
          ? `the newest is ${newest.direction === 'in' ? 'from' : 'to'} the person, ${newest.status ?? newest.type}: "${messageText(newest)}"`
          : 'there is no new message';
        throw new OutcomeError(`not within ${within}; ${instead}`);
      }
      await pause(POLL_MILLISECONDS);
    }
  }
}

/** Returns whether a message has the direction, the type, the text, and at least the status. */
function isWanted(message: HistoryMessage, { from, text, type, status }: Expectation): boolean {
  const reached = (wanted: string): boolean =>
    message.status === wanted ||
    (wanted !== 'failed' &&
      message.status !== null &&
      movesForward(wanted as Schemas['MessageStatus'], message.status));
  return (
    message.direction === (from === undefined ? 'out' : 'in') &&
    (type === undefined || message.type === type) &&
    (text === undefined || messageText(message).includes(text)) &&
    (status === undefined || reached(status))
  );
}
