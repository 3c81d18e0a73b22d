import { Wigwag } from '@wigwag/sdk';
import { type TransportFlags, transportOf } from '../client/transport.ts';
import { Output, type OutputFlags } from '../output/output.ts';
import { sanitizeTerminal } from '../output/sanitize-terminal.ts';
import { findSettings, readSettings, type Settings, type SettingsFlags } from '../settings/settings.ts';
import { describe } from './exit-codes.ts';

/** What every command of the API takes. */
export interface FrameFlags extends OutputFlags, SettingsFlags, TransportFlags {
  quiet?: boolean;
  /** How often a failed call is tried again. */
  retries?: number;
}

/** What a command works with. */
export class Context {
  readonly output: Output;
  readonly flags: FrameFlags;
  #wigwag: Wigwag | undefined;

  constructor(flags: FrameFlags) {
    this.flags = flags;
    this.output = new Output(flags);
  }

  /** The client. @throws {KeyError} when there is no key */
  get wigwag(): Wigwag {
    this.#wigwag ??= new Wigwag({
      ...this.settings,
      fetch: transportOf(this.flags),
      // A person at a terminal rather sees what is wrong than waits for minutes.
      maxRetries: this.flags.dryRun ? 0 : (this.flags.retries ?? 0),
      logger: (event) =>
        event.type === 'retry' &&
        this.say(`${describe(event.error).split('\n')[0]}; trying again in ${seconds(event.wait)} s`),
    });
    return this.#wigwag;
  }

  /** Which server and key. @throws {KeyError} when there is no key */
  get settings(): Settings {
    // What is only printed needs no key.
    if (!this.flags.dryRun) {
      return readSettings(this.flags, process.env);
    }
    const { baseUrl, apiKey = '$WIGWAG_API_KEY' } = findSettings(this.flags, process.env);
    return { baseUrl, apiKey };
  }

  /** Tells a person something beside the data, on stderr. */
  readonly say = (line: string): void => {
    if (!this.flags.quiet) {
      process.stderr.write(`${sanitizeTerminal(line)}\n`);
    }
  };
}

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);

let stop: (() => void) | undefined;

/** Ctrl-C ends the command with exit code 130; one that has to put something away asks to be told by `whenInterrupted`. */
export function endOnInterrupt(): void {
  process.on('SIGINT', () => {
    const once = stop;
    stop = undefined;
    if (once) {
      once();
    } else {
      if (process.stderr.isTTY) {
        // A line that tells how far it is has no end yet.
        process.stderr.write('\r\x1b[K');
      }
      process.exit(130);
    }
  });
}

/** The first Ctrl-C calls this instead; the second one ends the command at once. */
export function whenInterrupted(run: () => void): void {
  stop = run;
}
