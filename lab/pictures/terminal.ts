import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { createHighlighter } from 'shiki';
import { Film } from './film.ts';

const BIN = fileURLToPath(new URL('../../cli/bin/wigwag.js', import.meta.url));
/** How often the screen is read, in milliseconds. */
const INTERVAL = 100;

const highlighter = await createHighlighter({ langs: [], themes: ['github-light', 'github-dark'] });

/** The page of a terminal: its font and its colors, which follow the system. */
const STYLE = `
  body { margin: 0; padding: 16px; font: 14px/20px 'JetBrains Mono', 'DejaVu Sans Mono', monospace; background: #fff; }
  pre { margin: 0; font: inherit; background: none !important; }
  @media (prefers-color-scheme: dark) {
    body { background: #12151c; }
    .shiki, .shiki span { color: var(--shiki-dark) !important; font-weight: var(--shiki-dark-font-weight) !important; }
  }`;

/** Runs `wigwag` in a terminal of tmux, and films its screen. */
export class Terminal {
  readonly film: Film;
  private readonly page: Page;
  private readonly socket: string;
  private readonly env: Record<string, string>;

  constructor(page: Page, folder: string, env: Record<string, string> = {}) {
    this.page = page;
    this.film = new Film(page);
    this.socket = join(folder, 'tmux');
    this.env = env;
  }

  private tmux(...words: string[]): string {
    const { stdout, stderr, status } = spawnSync('tmux', ['-f', '/dev/null', '-S', this.socket, ...words], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: this.socket.replace(/tmux$/, ''), COLORTERM: 'truecolor', ...this.env },
    });
    if (status !== 0) {
      throw new Error(`tmux ${words[0]}: ${stderr}`);
    }
    return stdout;
  }

  open(args: readonly string[], { columns, rows }: { columns: number; rows: number }): void {
    const command = `${process.execPath} ${BIN} ${args.join(' ')}; cat`;
    this.tmux('-u', 'new-session', '-d', '-x', String(columns), '-y', String(rows), command);
  }

  close(): void {
    this.tmux('kill-server');
  }

  press(...keys: string[]): void {
    this.tmux('send-keys', ...keys);
  }

  async type(text: string): Promise<void> {
    for (const letter of text) {
      this.tmux('send-keys', '-l', letter);
      await this.show(60);
    }
  }

  /** Films what is on the screen now. */
  async show(shown: number): Promise<string> {
    const screen = this.tmux('capture-pane', '-p', '-e');
    const html = highlighter.codeToHtml(screen, {
      lang: 'ansi',
      themes: { light: 'github-light', dark: 'github-dark' },
    });
    await this.page.setContent(`<style>${STYLE}</style>${html}`);
    await this.film.take(shown);
    return this.tmux('capture-pane', '-p');
  }

  /** Films the screen until it shows a text. @throws {Error} after 30 seconds */
  async until(text: string): Promise<void> {
    for (const start = performance.now(); performance.now() - start < 30_000; ) {
      const before = performance.now();
      if ((await this.show(INTERVAL)).includes(text)) {
        return;
      }
      await pause(Math.max(0, INTERVAL - (performance.now() - before)));
    }
    throw new Error(`the screen does not show "${text}":\n${this.tmux('capture-pane', '-p')}`);
  }
}
