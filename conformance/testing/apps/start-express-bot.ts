import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { BotSettings } from './bot.ts';

const PROGRAM = fileURLToPath(new URL('../../../lab/recipes/express-bot.ts', import.meta.url));

/**
 * Starts the bot in a separate process. The library does not handle all rejected promises, and one would end this
 * process.
 */
export async function startExpressBot(settings: BotSettings): Promise<{ url: string; close(): Promise<void> }> {
  const child = spawn(process.execPath, ['--unhandled-rejections=none', PROGRAM, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('http')) {
      child.stdout.resume();
      return {
        url: line,
        async close() {
          child.kill();
          await exited;
        },
      };
    }
  }
  throw new Error('the bot did not start');
}
