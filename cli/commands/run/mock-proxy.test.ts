import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { RunningCommand, scratchFolder, wigwag } from '../../testing/cli.ts';

const axios = createRequire(new URL('../../../lab/recipes/', import.meta.url)).resolve('axios');

interface ProxyInfo {
  access_token: string;
  whatsapp: { phone_number_id: string };
  proxy: { url: string; ca_file: string; env: Record<string, string> };
}

async function startProxy(...flags: string[]): Promise<ProxyInfo & { mock: RunningCommand }> {
  const mock = new RunningCommand(['mock', '--json', '--port', '0', '--proxy', ...flags]);
  const line = await mock.until('its line', () => mock.stdout.includes('\n') && mock.stdout);
  return { ...JSON.parse(line), mock };
}

interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

const run = (command: string, args: string[], env: Record<string, string>): Promise<CommandResult> =>
  new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH, HOME: scratch, ...env }, cwd: scratch };
    execFile(command, args, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
    );
  });

/** Commands that succeed if a program, with the extension that its client needs, is installed. */
const PROBES: Record<string, string[]> = {
  curl: ['--version'],
  '/usr/bin/python3': ['--version'],
  go: ['version'],
  php: ['-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
};

let scratch = '/tmp';
/** The programs of this machine, with which the tests of each language run. */
const found: Record<string, boolean> = {};
beforeAll(() => {
  for (const [program, args] of Object.entries(PROBES)) {
    try {
      execFileSync(program, args, { stdio: 'ignore' });
      found[program] = true;
    } catch {
      found[program] = false;
    }
  }
});

const GO = `package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
)

func main() {
	reply, err := http.Get(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	body, _ := io.ReadAll(reply.Body)
	fmt.Print(reply.Proto, " ", string(body))
}
`;

const PHP = `
$request = curl_init($argv[1]);
curl_setopt($request, CURLOPT_RETURNTRANSFER, true);
$body = curl_exec($request);
if ($body === false) { fwrite(STDERR, curl_error($request)); exit(1); }
echo $body;
`;

/** Commands that read a URL with a client of each language, unchanged. */
const CLIENTS: [string, string, (url: string) => string[]][] = [
  ['curl with HTTP/1.1', 'curl', (url) => ['-sS', '--http1.1', url]],
  ['curl with HTTP/2', 'curl', (url) => ['-sS', '--http2', '-w', '%{http_version}', url]],
  ['fetch of Node', process.execPath, (url) => ['-e', `fetch("${url}").then((r) => r.text()).then(console.log)`]],
  [
    'axios',
    process.execPath,
    (url) => ['-e', `require("${axios}").get("${url}").then((r) => console.log(JSON.stringify(r.data)))`],
  ],
  [
    "Python's urllib",
    '/usr/bin/python3',
    (url) => ['-c', `import urllib.request as u; print(u.urlopen("${url}").read().decode())`],
  ],
  ["Go's net/http", 'go', (url) => ['run', 'main.go', url]],
  ["PHP's curl", 'php', (url) => ['-r', PHP, url]],
];

test.each(CLIENTS)('%s, unchanged, gets answers of graph.facebook.com from the mock', async (name, program, args) => {
  if (found[program] === false) {
    process.stdout.write(`Not tested with ${name}: ${program} or its client is not installed.\n`);
    return;
  }
  scratch = scratchFolder();
  writeFileSync(join(scratch, 'main.go'), GO);
  const { access_token, whatsapp, proxy } = await startProxy('--ca-dir', join(scratch, 'ca'));
  const url = `https://graph.facebook.com/v25.0/${whatsapp.phone_number_id}?access_token=${access_token}`;
  const result = await run(program, args(url), proxy.env);
  expect([result.code, result.stderr]).toEqual([0, expect.any(String)]);
  expect(result.stdout).toContain(`"id":"${whatsapp.phone_number_id}"`);
  if (name === 'curl with HTTP/2') {
    expect(result.stdout).toMatch(/2$/);
  }
});

test("the proxy refuses Meta's other hosts, and passes other hosts on", async () => {
  if (!found.curl) {
    process.stdout.write('Not tested with curl: curl is not installed.\n');
    return;
  }
  scratch = scratchFolder();
  const { proxy } = await startProxy('--ca-dir', join(scratch, 'ca'));
  for (const host of ['www.facebook.com', 'graph.threads.net', 'edge-chat.messenger.com', 'mmg.whatsapp.net']) {
    const refused = await run('curl', ['-sS', `https://${host}/`], proxy.env);
    expect([host, refused.code, refused.stderr]).toEqual([host, 56, expect.stringContaining('403')]);
  }
  const plain = await run('curl', ['-sS', '--proxy', proxy.url, 'http://www.facebook.com/'], proxy.env);
  expect(plain.stdout).toContain('does not let requests to www.facebook.com through');
  const own = createServer((_, response) => response.end('own'));
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void own.close());
  const { port } = own.address() as AddressInfo;
  // The server has no certificate, so the tunnel is all that is there.
  const passed = await run('curl', ['-sSv', '--noproxy', '', `https://127.0.0.1:${port}/`], proxy.env);
  expect(passed.stderr).toMatch(/(200 Connection [Ee]stablished|CONNECT tunnel established)/);
});

test('mock --ca-dir keeps the certificate authority, and otherwise it is deleted', async () => {
  scratch = scratchFolder();
  const folder = join(scratch, 'ca');
  const first = await startProxy('--ca-dir', folder);
  const ca = readFileSync(first.proxy.ca_file, 'utf8');
  expect(first.proxy.ca_file).toBe(join(folder, 'ca.pem'));
  await first.mock.stop('SIGINT');
  const second = await startProxy('--ca-dir', folder);
  expect(readFileSync(second.proxy.ca_file, 'utf8')).toBe(ca);
  await second.mock.stop('SIGINT');
  const once = await startProxy();
  expect(existsSync(once.proxy.ca_file)).toBe(true);
  await once.mock.stop('SIGINT');
  expect(existsSync(once.proxy.ca_file)).toBe(false);
  expect((await wigwag(['mock', '--ca-dir', folder])).code).toBe(2);
  const key = join(folder, 'ca-key.pem');
  chmodSync(key, 0o644);
  const open = await wigwag(['mock', '--port', '0', '--proxy', '--ca-dir', folder]);
  expect([open.code, open.stderr]).toEqual([
    2,
    `wigwag: ${key} cannot be the key of a certificate authority: other users can read it, and its readers could impersonate any host. Choose another folder, or delete the file\n`,
  ]);
});

test('mock --proxy --exec lets a command with graph.facebook.com built in reach the mock', async () => {
  const script = `
    const { MOCK_ACCESS_TOKEN, MOCK_PHONE_NUMBER_ID } = process.env;
    fetch("https://graph.facebook.com/v25.0/" + MOCK_PHONE_NUMBER_ID, { headers: { authorization: "Bearer " + MOCK_ACCESS_TOKEN } })
      .then((r) => console.log(r.status));
  `;
  const result = await wigwag(['mock', '--proxy', '--exec', `${process.execPath} -e '${script}'`]);
  expect([result.code, result.stdout]).toEqual([0, '200\n']);
});

test('mock --proxy --env prints exports for a shell, and keeps running', async () => {
  const { code, stdout } = await wigwag(['mock', '--proxy', '--env']);
  const variables = Object.fromEntries(
    [...stdout.matchAll(/^export (\w+)='(.*)';$/gm)].map(([, name, value]) => [name, value]),
  );
  onTestFinished(() => void process.kill(Number(variables.MOCK_PID)));
  expect(code).toBe(0);
  expect(Object.keys(variables)).toEqual(
    expect.arrayContaining([
      'HTTPS_PROXY',
      'NODE_EXTRA_CA_CERTS',
      'SSL_CERT_FILE',
      'REQUESTS_CA_BUNDLE',
      'CURL_CA_BUNDLE',
      'PHP_INI_SCAN_DIR',
    ]),
  );
  const reply = await fetch(`${variables.MOCK_URL}/_mock/idle`);
  expect(await reply.json()).toEqual({ idle: true });
});
