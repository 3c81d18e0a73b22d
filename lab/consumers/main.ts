import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { install } from '../install.ts';

/**
 * `npm run lab -- consumers`: installs the tools, lets each read the published document, and writes the table in
 * openapi/README.md.
 */

const HERE = import.meta.dirname;
const README = join(HERE, '../../openapi/README.md');
const [START, END] = ['<!-- consumers -->', '<!-- /consumers -->'];

async function startDev(): Promise<{ process: ChildProcess; baseUrl: string; key: string }> {
  const ports = ['--port', '0', '--mock-port', '0', '--control-port', '0'];
  const program = join(HERE, '../../cli/bin/wigwag.js');
  const dev = spawn(process.execPath, [program, 'dev', '--memory', '--json', ...ports], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: dev.stdout }), 'line')) as [string];
  const { base_url: baseUrl, live_key: key } = JSON.parse(line) as { base_url: string; live_key: string };
  return { process: dev, baseUrl, key };
}

/** Only the tools whose name contains the first argument, if there is one. The table then stays as it is. */
const [only] = process.argv.slice(2);

install(HERE);
const { isInstalled, TOOLS, versionOf } = await import('./tools.ts');
const { consume, drive, requireDriven } = await import('./consume.ts');
const server = await startDev();
const readme = readFileSync(README, 'utf8');
const rows: string[] = [];
let failures = 0;
try {
  for (const tool of TOOLS.filter(({ name }) => name.includes(only ?? ''))) {
    if (!isInstalled(tool)) {
      console.log(`skipped ${tool.name}: it is not installed; docs/sdk.md has the commands`);
      rows.push(readme.split('\n').find((line) => line.startsWith(`| ${tool.name} |`)) ?? '');
      continue;
    }
    const began = Date.now();
    const accepted = tool.app ? 'generates code that compiles; every field has a type' : 'accepts it without a warning';
    let result = tool.result ?? accepted;
    try {
      const folder = await consume(tool);
      if (tool.drives) {
        const driveTool = tool.drives === true ? drive : tool.drives;
        requireDriven(await driveTool(folder, server.baseUrl, server.key), tool.lacksUpload);
        result += `; the client sends, lists${tool.lacksUpload ? '' : ', uploads'} and reads an error of \`wigwag dev\``;
      }
      if (tool.call) {
        await tool.call(folder, server);
        result = `${tool.calls} through it, against \`wigwag dev\``;
      }
      console.log(`ok      ${tool.name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failures += 1;
      result = '**fails**';
      console.log(`FAILED  ${tool.name}\n${(error as Error).message.replaceAll(/^/gm, '        ')}`);
    }
    const versions = tool.packages.map((name) => `${name} ${versionOf(name)}`).join(', ');
    rows.push(`| ${tool.name} | ${versions} | ${result} |`);
  }
} finally {
  server.process.kill();
}
if (only === undefined) {
  const [before, after] = [readme.split(START)[0], readme.split(END)[1]];
  const table = ['| Tool | Version | Result |', '|---|---|---|', ...rows].join('\n');
  writeFileSync(README, `${before}${START}\n${table}\n${END}${after}`);
}
process.exitCode = failures > 0 ? 1 : 0;
