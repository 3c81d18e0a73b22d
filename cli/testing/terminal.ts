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
  /** What runs. @default the built binary */
  program?: string;
}

/** Whether there is a tmux on this machine; says so when not. */
export function hasTerminals(): boolean {
  const has = spawnSync('tmux', ['-V']).status === 0;
  if (!has) {
    console.log('skipped: tmux is not installed, so there is no terminal to look at');
  }
  return has;
}

/** `wigwag` on a terminal of its own. When it has ended its exit code stands there, and whether the terminal is as before. */
export function openTerminal(args: readonly string[], options: TerminalOptions = {}) {
  const { columns = 80, rows = 24, cwd = scratchFolder(), env = {}, program = BIN } = options;
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
  const command = [process.execPath, program, ...args].map(quoted).join(' ');
  // The shell stays, so that the screen can be read.
  const modes = `stty -a | grep -oE -- '-?(icanon|echo) ' | tr -d '\\n'`;
  const shell = `${command}; code=$?; ${modes}; echo "exit code $code"; cat`;
  const started = tmux('-u', 'new-session', '-d', '-x', String(columns), '-y', String(rows), shell);
  if (started.status !== 0) {
    throw new Error(`tmux: ${started.stderr}`);
  }
  const screen = () => tmux('capture-pane', '-p').stdout;
  return {
    screen,
    /** The screen with the commands that colour it. */
    coloured: () => tmux('capture-pane', '-p', '-e').stdout,
    /** All that has been printed, long lines in one piece. */
    history: () => tmux('capture-pane', '-p', '-J', '-S', '-500').stdout,
    /** Presses keys by their names in tmux, or types a text. */
    press: (...keys: string[]) => void tmux('send-keys', ...keys),
    type: (text: string) => void tmux('send-keys', '-l', text),
    /** Makes the window larger or smaller. */
    resize: (to: { columns: number; rows: number }) =>
      void tmux('resize-window', '-x', String(to.columns), '-y', String(to.rows)),
    /** The screen, once all of it is there. @throws with what is there instead, after a while */
    until: (...wanted: (string | RegExp)[]): Promise<string> =>
      waitFor(
        wanted.join(' and '),
        () => {
          const text = screen();
          return wanted.every((each) => (typeof each === 'string' ? text.includes(each) : each.test(text))) && text;
        },
        () => `; the screen is\n${screen()}`,
      ),
    /** Sends a signal to what runs. */
    kill: (signal: NodeJS.Signals) => {
      const shellPid = tmux('display', '-p', '#{pane_pid}').stdout.trim();
      const pid = spawnSync('pgrep', ['-P', shellPid], { encoding: 'utf8' }).stdout.trim();
      process.kill(Number(pid), signal);
    },
    /** Whether the screen is the usual one again, with its cursor, and what is typed is shown. */
    isRestored: () =>
      tmux('display', '-p', '#{alternate_on}#{cursor_flag}#{mouse_any_flag}').stdout.trim() === '010' &&
      /(^|\s)icanon echo exit code/.test(screen()),
  };
}

/** A screen without what differs from run to run: times, how long things took, ports. */
export const settled = (screen: string): string =>
  screen
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, 'YYYY-MM-DDTHH:MM:SSZ')
    .replace(/\d\d:\d\d:\d\d/g, 'HH:MM:SS')
    .replace(/(127\.0\.0\.1):\d{4,5}/g, '$1:PORT')
    .replace(/ *\b\d+(\.\d)? m?s\b/g, ' # ms')
    .replace(/t=\d{10}/g, 't=UNIX_SECONDS')
    .replace(/ +$/gm, '');
