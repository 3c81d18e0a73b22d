import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { quoted } from '@wigwag/server/shell-word';
import { onTestFinished } from 'vitest';
import { BIN, scratchFolder, waitFor } from './cli.ts';

export interface TerminalOptions {
  columns?: number;
  rows?: number;
  cwd?: string;
  env?: Record<string, string>;
  /** Arguments of the program. @default the built binary */
  program?: string;
}

/** Returns whether tmux is installed, and logs a message if it is not. */
export function hasTerminals(): boolean {
  const has = spawnSync('tmux', ['-V']).status === 0;
  if (!has) {
    console.log('skipped: tmux is not installed, so there is no terminal for this test');
  }
  return has;
}

/** Opens a terminal of tmux that runs a shell command. */
function openTmux(shell: string, { columns = 80, rows = 24, cwd = scratchFolder(), env = {} }: TerminalOptions) {
  const socket = join(scratchFolder(), 'tmux');
  const tmux = (...words: string[]) =>
    spawnSync('tmux', ['-f', '/dev/null', '-S', socket, ...words], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: cwd, ...env },
      cwd,
    });
  onTestFinished(() => {
    tmux('kill-server');
  });
  const started = tmux('-u', 'new-session', '-d', '-x', String(columns), '-y', String(rows), shell);
  if (started.status !== 0) {
    throw new Error(`tmux: ${started.stderr}`);
  }
  const screen = () => tmux('capture-pane', '-p').stdout;
  return {
    tmux,
    screen,
    /** Returns the screen with its color codes. */
    coloured: () => tmux('capture-pane', '-p', '-e').stdout,
    /** Returns everything printed so far, with long lines unwrapped. */
    history: () => tmux('capture-pane', '-p', '-J', '-S', '-500').stdout,
    /** Presses keys by their tmux names, or types a text. */
    press: (...keys: string[]) => void tmux('send-keys', ...keys),
    type: (text: string) => void tmux('send-keys', '-l', text),
    /** Resizes the window. */
    resize: (to: { columns: number; rows: number }) =>
      void tmux('resize-window', '-x', String(to.columns), '-y', String(to.rows)),
    /** Waits until the screen shows all of `wanted`. @throws after a timeout, with the screen */
    until: (...wanted: (string | RegExp)[]): Promise<string> =>
      waitFor(
        wanted.join(' and '),
        () => {
          const text = screen();
          return wanted.every((each) => (typeof each === 'string' ? text.includes(each) : each.test(text))) && text;
        },
        () => `; the screen is\n${screen()}`,
      ),
    /** Returns whether the alternate screen, the cursor and the wrapping of lines are on, as three digits. */
    modes: () => tmux('display', '-p', '#{alternate_on}#{cursor_flag}#{wrap_flag}').stdout.trim(),
  };
}

/** Opens an interactive shell on a separate terminal. */
export const openShell = (options: TerminalOptions = {}, shell = 'bash --norc -i') => openTmux(shell, options);

/**
 * Runs `wigwag` on a separate terminal. After it ends the terminal shows the exit code and whether its modes are
 * restored.
 */
export function openTerminal(args: readonly string[], options: TerminalOptions = {}) {
  const { program = BIN } = options;
  const command = [process.execPath, program, ...args].map(quoted).join(' ');
  // The shell stays open, so that the screen can be read.
  const modes = `stty -a | grep -oE -- '-?(icanon|echo) ' | tr -d '\\n'`;
  const terminal = openTmux(`${command}; code=$?; ${modes}; echo "exit code $code"; cat`, options);
  const { tmux, screen } = terminal;
  return {
    ...terminal,
    /** Sends a signal to the program. */
    kill: (signal: NodeJS.Signals) => {
      const shellPid = tmux('display', '-p', '#{pane_pid}').stdout.trim();
      const pid = spawnSync('pgrep', ['-P', shellPid], { encoding: 'utf8' }).stdout.trim();
      process.kill(Number(pid), signal);
    },
    /** Whether the normal screen, the cursor, the wrapping of lines and the echo of typed keys are back. */
    isRestored: () =>
      tmux('display', '-p', '#{alternate_on}#{cursor_flag}#{mouse_any_flag}#{wrap_flag}').stdout.trim() === '0101' &&
      /(^|\s)icanon echo exit code/.test(screen()),
  };
}

/** Masks what differs in each run: times, durations, rates and ports. */
export const settled = (screen: string): string =>
  screen
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, 'YYYY-MM-DDTHH:MM:SSZ')
    .replace(/\d\d:\d\d:\d\d/g, 'HH:MM:SS')
    .replace(/(127\.0\.0\.1):\d{4,5}/g, '$1:PORT')
    .replace(/ *\b\d+(\.\d)? m?s\b/g, ' # ms')
    .replace(/, \d+(\.\d)?\/s/g, '')
    .replace(/t=\d{10}/g, 't=UNIX_SECONDS')
    .replace(/ +$/gm, '');
