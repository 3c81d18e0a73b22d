import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { requirePrograms } from '../cluster/debian.ts';
import { freePort } from '../testing/free-port.ts';

/**
 * `npm run lab -- container`: builds the image of `deploy/Containerfile` with Debian's buildah, as root or as another user,
 * and tries it: the server starts as the user 1000, its health check passes, it adds an account and answers its key, it
 * ends on SIGTERM with exit code 0, and a second container with the same volume has the account.
 *
 * Without `--base`, the base image is made of Debian's packages, this Node and this npm, so no registry of images is needed.
 */

const USAGE = `npm run lab -- container [--base IMAGE]

  --base IMAGE  a base image with Node and npm, such as docker.io/library/node:24-slim
                (default: Debian with the Node and the npm that run this command)`;

const { values } = parseArgs({ options: { base: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
requirePrograms('container', values.base === undefined ? ['buildah', 'mmdebstrap'] : ['buildah']);

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'wigwag-container-'));
/** Images and containers are in a folder, so nothing of them is left. The driver needs no file system of the kernel. */
const STORE = ['--storage-driver', 'vfs', '--root', join(folder, 'root'), '--runroot', join(folder, 'run')];
/** Processes of the build and of the containers are isolated by chroot alone, which works without rights. */
const env = { ...process.env, BUILDAH_ISOLATION: 'chroot', XDG_RUNTIME_DIR: folder };
const isRoot = process.getuid?.() === 0;

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
const IMAGE = 'localhost/wigwag';
const BASE = 'localhost/node';

function buildah(...args: string[]): string {
  const [command = '', ...rest] = args;
  return execFileSync('buildah', [command, ...STORE, ...rest], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}

function expect(isTrue: boolean, what: string): void {
  if (!isTrue) {
    throw new Error(`The image is wrong: expected that ${what}.`);
  }
  console.log(`ok  ${what}`);
}

/** Makes the base image, and returns its name. */
function makeBase(): string {
  const archive = join(folder, 'debian.tar');
  const npm = process.env.npm_execpath;
  if (npm === undefined) {
    throw new Error('The base image contains the npm that starts this command: use `npm run lab -- container`.');
  }
  console.log('makes the base image of Debian packages');
  const user = '--customize-hook=chroot "$1" useradd --create-home --uid 1000 node';
  const packages = ['--variant=minbase', '--include=ca-certificates', user];
  execFileSync('mmdebstrap', [...packages, 'bookworm', archive], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const container = buildah('from', 'scratch');
  buildah('add', container, archive, '/');
  buildah('add', container, process.execPath, '/usr/local/bin/');
  buildah('add', container, dirname(dirname(npm)), '/usr/local/lib/node_modules/npm');
  buildah('run', container, '--', 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm');
  // Networks that open TLS connections have their own certificates.
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates !== undefined) {
    buildah('add', container, certificates, '/usr/local/share/extra.pem');
    buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/usr/local/share/extra.pem', container);
  }
  buildah('commit', '--quiet', '--rm', container, BASE);
  return BASE;
}

/** Runs a command of the container to its end, and returns its output. */
const inside = (container: string, ...command: string[]): string => buildah('run', container, '--', ...command);

/** The process of the server that runs. */
let running: number | undefined;

interface RunningServer {
  /** Its process, which buildah does not send signals to. */
  pid: number;
  /** The exit code, once it has ended. */
  ended: Promise<number | null>;
}

/** Starts the image's command in a container, and resolves when the server has written its addresses. */
async function startServer(container: string): Promise<RunningServer> {
  const child = spawn(
    'buildah',
    ['run', ...STORE, container, '--', 'sh', '-c', 'echo "pid $$"; exec wigwag serve 2>&1'],
    {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  let pid = 0;
  const ready = new Promise<true>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      pid ||= Number(/^pid (\d+)$/.exec(line)?.[1] ?? 0);
      if (line.startsWith('metrics are at ')) {
        resolve(true);
      }
    });
  });
  if ((await Promise.race([ready, ended])) !== true) {
    throw new Error(`The server of the image ended with exit code ${await ended}.`);
  }
  running = pid;
  return { pid, ended };
}

async function stop({ pid, ended }: RunningServer): Promise<void> {
  process.kill(pid, 'SIGTERM');
  expect((await ended) === 0, 'the server ends with exit code 0 on SIGTERM');
  running = undefined;
}

async function tryImage(): Promise<void> {
  const container = buildah('from', IMAGE);
  const port = await freePort();
  const variables = [
    `WIGWAG_SECRET_KEY=${SECRET_KEY}`,
    `WIGWAG_PORT=${port}`,
    `WIGWAG_METRICS_PORT=${await freePort()}`,
  ];
  buildah('config', ...variables.flatMap((variable) => ['--env', variable]), container);
  const { config } = JSON.parse(buildah('inspect', '--type', 'image', IMAGE)).Docker;
  expect(config.Entrypoint.join(' ') === 'wigwag' && config.Cmd.join(' ') === 'serve', 'it runs `wigwag serve`');
  expect(inside(container, 'id', '-u') === '1000', 'its user is not root');

  let server = await startServer(container);
  const [, ...healthCheck] = config.Healthcheck.Test;
  inside(container, ...healthCheck);
  console.log('ok  its health check passes while the server runs');
  inside(container, 'wigwag', 'admin', 'accounts', 'add', '--name', 'Shop');
  const { key } = JSON.parse(inside(container, 'wigwag', 'admin', 'keys', 'add', '--account', '1', '--json'));
  const status = async () =>
    (await fetch(`http://127.0.0.1:${port}/api/v1/contacts`, { headers: { Authorization: `Bearer ${key}` } })).status;
  expect((await status()) === 200, 'the key of a new account is accepted');
  await stop(server);

  server = await startServer(container);
  expect((await status()) === 200, 'after a restart with the same volume, the key is accepted');
  await stop(server);
}

try {
  const base = values.base ?? makeBase();
  console.log(`builds deploy/Containerfile on ${base}, which takes some minutes`);
  const build = ['--format', 'docker', '--build-arg', `NODE=${base}`, '--file', 'deploy/Containerfile', '--tag', IMAGE];
  buildah('build', '--quiet', ...build, '.');
  await tryImage();
} finally {
  if (running !== undefined) {
    process.kill(running, 'SIGKILL');
  }
  buildah('rm', '--all');
  buildah('rmi', '--all', '--force');
  // Files of a user other than root belong to the users of its containers.
  if (isRoot) {
    rmSync(folder, { recursive: true, force: true });
  } else {
    execFileSync('buildah', ['unshare', 'rm', '-rf', folder], { stdio: 'inherit' });
  }
}
