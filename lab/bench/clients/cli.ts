import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Benchmark, figure, median } from '../figure.ts';

/** The built binary; run `npm run build` first. */
const BIN = fileURLToPath(new URL('../../../cli/bin/wigwag.js', import.meta.url));
const NODE = process.execPath;

/** Returns the run time of a process, in milliseconds. @throws if it fails */
async function timed(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const begun = performance.now();
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) {
    throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
  }
  return performance.now() - begun;
}

/** `wigwag --version` and `--help` compared with an empty Node script, in alternating runs. */
export const cliStart: Benchmark = async ({ quick, progress }) => {
  const figures = [];
  for (const flag of ['--version', '--help']) {
    const ratios: number[] = [];
    for (let round = 0; round < (quick ? 15 : 60); round += 1) {
      const [bare, wigwag] = [await timed(NODE, ['-e', '0']), await timed(NODE, [BIN, flag])];
      ratios.push(wigwag / bare);
    }
    progress(`wigwag ${flag} takes ${median(ratios).toFixed(2)} times as long as node -e 0`);
    figures.push(figure(`cli-start${flag.slice(1)}`, median(ratios), 'ratio', 2, 'down'));
  }
  return figures;
};

/** `wigwag send` compared with curl making the same call, in alternating runs on the same server. */
export const cliSend: Benchmark = async ({ quick, progress }) => {
  const ports = ['--port', '0', '--mock-port', '0', '--control-port', '0'];
  const dev = spawn(NODE, [BIN, 'dev', '--json', '--memory', ...ports], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = await once(dev.stdout, 'data');
    const { base_url, test_key } = JSON.parse(String(line)) as Record<string, string>;
    const env = { ...process.env, WIGWAG_BASE_URL: base_url, WIGWAG_API_KEY: test_key };
    const body = { channel: 'web', to: 'web_visitor', text: 'Your order is on its way.' };
    const curl = () =>
      timed('curl', [
        ...['--silent', '--fail', `${base_url}/messages`, '--data', JSON.stringify(body)],
        ...['--header', `authorization: Bearer ${test_key}`, '--header', 'content-type: application/json'],
      ]);
    const wigwag = () => timed(NODE, [BIN, 'send', body.text, '--channel', body.channel, '--to', body.to], env);
    const differences: number[] = [];
    for (let round = -2; round < (quick ? 15 : 60); round += 1) {
      const difference = (await wigwag()) - (await curl());
      round >= 0 && differences.push(difference); // the earlier calls were the warm-up
    }
    progress(`wigwag send takes ${median(differences).toFixed(0)} ms longer than curl`);
    return [figure('cli-send', median(differences), 'ms', 150, 'down')];
  } finally {
    dev.kill();
    await once(dev, 'close');
  }
};
