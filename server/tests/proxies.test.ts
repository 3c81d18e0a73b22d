import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../lab/testing/free-port.ts';

/** Debian's path. */
const NGINX = '/usr/sbin/nginx';
const CADDY = '/usr/bin/caddy';
const HAPROXY = '/usr/sbin/haproxy';

const read = (name: string): string => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');

for (const program of [NGINX, CADDY, HAPROXY].filter((path) => !existsSync(path))) {
  process.stderr.write(`A test of deploy/ is skipped: there is no ${program}.\n`);
}

function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-proxy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a proxy process, which is stopped when the test ends. */
function start(program: string, args: readonly string[], home: string): () => string {
  const child: ChildProcess = spawn(program, args, { env: { HOME: home, XDG_DATA_HOME: home }, stdio: 'pipe' });
  let printed = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  return () => printed;
}

const KEY = `ww_live_${'k'.repeat(41)}`;

/**
 * Calls URLs that contain a key, like a browser on its second visit, until the proxy reports that the server is down.
 */
async function callLinks(origin: string): Promise<void> {
  const call = async (path: string, headers = {}) => (await fetch(origin + path, { headers })).status;
  await expect.poll(() => call('/first')).toBe(502);
  expect(await call(`/api/v1/messages/template/${KEY}?to=905551112233&name=hello_world`)).toBe(502);
  expect(await call(`/api/v1/messages/template?api_key=${KEY}&to=905551112233&name=hello_world`)).toBe(502);
  expect(await call('/api/v1/last')).toBe(502);
}

test.skipIf(!existsSync(NGINX))('nginx logs no key when its upstream does not respond', async () => {
  const folder = scratchFolder();
  const [port, nowhere] = [await freePort(), await freePort()];
  const site = read('nginx.conf')
    .replace(/listen 443 ssl http2/, `listen 127.0.0.1:${port}`)
    .replace(/ssl_certificate.*/g, '')
    .replace('127.0.0.1:3000', `127.0.0.1:${nowhere}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  const config = join(folder, 'nginx.conf');
  const log = join(folder, 'error.log');
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${log}; events {} http { ${temporary.join(' ')}\n${site} }`,
  );
  start(NGINX, ['-c', config, '-e', log], folder);
  await callLinks(`http://127.0.0.1:${port}`);
  const written = readFileSync(log, 'utf8');
  expect(written).toContain('/api/v1/last');
  expect(written).not.toContain(KEY);
  const page = await fetch(`http://127.0.0.1:${port}/api/v1/messages/template/${KEY}`);
  // A browser's other requests, such as for the icon, do not send that URL.
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
});

test.skipIf(!existsSync(CADDY))('Caddy logs no key when its upstream does not respond', async () => {
  const folder = scratchFolder();
  const [port, nowhere] = [await freePort(), await freePort()];
  const config = join(folder, 'Caddyfile');
  writeFileSync(
    config,
    read('Caddyfile')
      .replace('{', '{\n\tadmin off')
      .replace('api.example.com', `http://127.0.0.1:${port}`)
      .replace('127.0.0.1:3000', `127.0.0.1:${nowhere}`),
  );
  const printed = start(CADDY, ['run', '--config', config, '--adapter', 'caddyfile'], folder);
  await callLinks(`http://127.0.0.1:${port}`);
  await fetch(`http://127.0.0.1:${port}/favicon.ico`, {
    headers: { referer: `http://127.0.0.1/api/v1/messages/template/${KEY}` },
  });
  await expect.poll(() => printed().match(/"status":502/g)?.length ?? 0).toBeGreaterThan(4);
  expect(printed()).not.toContain(KEY);
});

/** Starts an upstream that responds with its name and the address that the proxy forwards. Returns its address. */
async function startUpstream(name: string): Promise<string> {
  const server = createServer((request, response) => {
    response.end(`${name} ${request.headers['x-forwarded-for']}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.skipIf(!existsSync(HAPROXY))(
  'HAProxy routes requests by the hashes of keys, and repeats them if a process refuses connections',
  async () => {
    const folder = scratchFolder();
    const [port, nowhere] = [await freePort(), await freePort()];
    const map = join(folder, 'keys.map');
    writeFileSync(map, `${createHash('sha256').update(KEY).digest('hex')} second\n`);
    const config = join(folder, 'haproxy.cfg');
    writeFileSync(
      config,
      read('haproxy.cfg')
        .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
        .replace('(/etc/haproxy/wigwag-keys.map)', `(${map})`)
        // Requests find that this process is down, before the checks do.
        .replaceAll('inter 1s', 'inter 1h')
        .replaceAll(/10\.0\.[01]\.11:3000/g, `127.0.0.1:${nowhere}`)
        .replace('10.0.0.12:3000', await startUpstream('first'))
        .replace('10.0.1.12:3000', await startUpstream('second')),
    );
    const printed = start(HAPROXY, ['-f', config], folder);
    const call = async (path: string, headers = {}) =>
      (
        await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-forwarded-for': '203.0.113.7', ...headers } })
      ).text();
    await expect.poll(() => call('/')).toBe('first 127.0.0.1');
    const withKey = (key: string) => ({ authorization: `Bearer ${key}` });
    for (let request = 0; request < 4; request += 1) {
      expect(await call('/api/v1/me', withKey(KEY))).toBe('second 127.0.0.1');
      expect(await call('/api/v1/me', withKey(`${KEY}x`))).toBe('first 127.0.0.1');
    }
    expect(await call(`/api/v1/messages/template?api_key=${KEY}&name=hello_world`)).toBe('second 127.0.0.1');
    expect(await call(`/api/v1/messages/template/${KEY}?name=hello_world`)).toBe('second 127.0.0.1');
    expect(await call('/callbacks/meta/1')).toBe('first 127.0.0.1');
    expect(printed()).not.toContain(KEY);
  },
);
