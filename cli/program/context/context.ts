import { Wigwag } from '@wigwag/sdk';
import { type TransportFlags, transportOf } from '../../client/transport.ts';
import { Output, type OutputFlags } from '../../output/output.ts';
import { ProgressLine } from '../../output/progress-line.ts';
import { sanitizeTerminal } from '../../output/sanitize-terminal.ts';
import { findSettings, readSettings, type Settings, type SettingsFlags } from '../../settings/settings.ts';
import { describe } from '../errors/exit-codes.ts';
import { asRun } from '../words/command-name.ts';
import { app } from './version.ts';

/** The options of every API command. */
export interface FrameFlags extends OutputFlags, SettingsFlags, TransportFlags {
  quiet?: boolean;
  /** How often to retry a failed call. */
  retries?: number;
}

/** The client, the settings and the output of a command. */
export class CommandContext {
  readonly output: Output;
  readonly flags: FrameFlags;
  #wigwag: Wigwag | undefined;

  constructor(flags: FrameFlags) {
    this.flags = flags;
    this.output = new Output(flags);
  }

  /** The client. @throws {KeyError} if there is no key */
  get wigwag(): Wigwag {
    this.#wigwag ??= new Wigwag({
      ...this.settings,
      app: app(),
      fetch: transportOf(this.flags),
      // By default there are no retries: a user at a terminal prefers an error to a long wait.
      maxRetries: this.flags.dryRun ? 0 : (this.flags.retries ?? 0),
      logger: (event) =>
        event.type === 'retry' &&
        this.say(`${describe(event.error).split('\n')[0]}; retrying in ${seconds(event.wait)} s`),
    });
    return this.#wigwag;
  }

  /** The server and the key. @throws {KeyError} if there is no key */
  get settings(): Settings {
    // A request that is only printed needs no key.
    if (!this.flags.dryRun) {
      return readSettings(this.flags, process.env);
    }
    const { baseUrl, apiKey = '$WIGWAG_API_KEY' } = findSettings(this.flags, process.env);
    return { baseUrl, apiKey };
  }

  /** Prints a message for the user on stderr, separate from the data. */
  readonly say = (line: string): void => {
    if (!this.flags.quiet) {
      process.stderr.write(`${sanitizeTerminal(asRun(line))}\n`);
    }
  };

  /** Returns a progress line. It is drawn only on a terminal, next to output for people. */
  progress(total: number, unit?: (count: number) => string): ProgressLine {
    const quiet = this.flags.quiet === true || !this.output.isDrawn;
    return new ProgressLine(total, { quiet, ...(unit && { unit }) });
  }
}

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);
