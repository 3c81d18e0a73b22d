import { spawn } from 'node:child_process';
import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf } from '../cluster/debian.ts';
import { kill, pause } from '../crash/programs.ts';
import { freePort } from '../testing/free-port.ts';

const CHECK_MILLISECONDS = 50;

/**
 * Starts HAProxy in front of processes on 127.0.0.1. It repeats a request on another process only if no connection was
 * made. Returns its URL when it accepts requests.
 */
export async function startHaproxy(
  origins: readonly string[],
  folder: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const config = join(folder, 'haproxy.cfg');
  writeFileSync(
    config,
    `global
  maxconn 1000
defaults
  mode http
  retries 3
  retry-on conn-failure
  option redispatch 1
  timeout connect 2s
  timeout client 1m
  timeout server 1m
  timeout check 10s
listen api
  bind 127.0.0.1:${port}
  option httpchk GET /readyz
  default-server check inter 500ms fall 2 rise 1
${origins.map((origin, index) => `  server api${index + 1} ${new URL(origin).host}`).join('\n')}
`,
  );
  const output = openSync(join(folder, 'haproxy.log'), 'a');
  const child = spawn(pathOf('haproxy'), ['-f', config], { stdio: ['ignore', output, output] });
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) {
      throw new Error(`HAProxy ended with ${child.exitCode}; see ${folder}`);
    }
    await pause(CHECK_MILLISECONDS);
  }
  return {
    url,
    stop: () => kill(child),
  };
}
