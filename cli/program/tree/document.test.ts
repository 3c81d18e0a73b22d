import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../generated/operations.ts';
import { scratchFolder, startDev, wigwag } from '../../testing/cli.ts';
import { createProgram } from './program.ts';

/** The command of each operation. */
const COMMANDS: Record<string, string> = {
  getMe: 'me',
  listChannels: 'channels',
  sendMessage: 'send Hello --to 905551112233',
  sendTemplate: 'send template hello_world --to 905551112233',
  getMessage: 'messages get msg_1',
  uploadMedia: 'media upload photo.png',
  listTemplates: 'templates list',
  listContacts: 'contacts list',
  upsertContact: 'contacts create 905551112233 --name Ada',
  getContact: 'contacts get 905551112233',
  updateContact: 'contacts update 905551112233 --name Ada',
  getWindow: 'contacts window 905551112233',
  listOptOuts: 'opt-outs list',
  addOptOut: 'opt-outs add 905551112233',
  removeOptOut: 'opt-outs remove 905551112233',
  listBlockedNumbers: 'blocks list',
  blockNumber: 'blocks add 905551112233',
  unblockNumber: 'blocks remove 905551112233',
  listConversations: 'conversations list',
  getConversation: 'conversations get 905551112233',
  updateConversation: 'conversations close 905551112233',
  listConversationMessages: 'conversations history 905551112233',
  listFlows: 'flows list',
  createFlow: 'flows create -f flow.yaml',
  getFlow: 'flows get 12',
  updateFlow: 'flows update 12 -f flow.yaml',
  deleteFlow: 'flows delete 12',
  listFlowRuns: 'flows runs 12',
  getFlowStats: 'flows stats 12',
  testFlow: 'flows test 12 --to 905551112233',
  getStats: 'stats',
  listLabels: 'labels list',
  listAgents: 'agents list',
  testWebhook: 'webhooks test',
};

/** Operations without a command, and why. */
const WITHOUT_COMMAND: Record<string, string> = {
  getDocument: 'needs no key; `wigwag api` cannot reach it either, because it is not below /api/v1',
  sendTemplateByQuery: 'a link for callers that cannot set headers',
  sendTemplateByPathKey: 'a link for callers that cannot set headers',
};

/** The options of a query parameter whose name differs. */
const OPTIONS: Record<string, string[]> = {
  limit: ['--limit'],
  cursor: ['--all'],
  agent_id: ['--agent'],
  is_active: ['--active', '--inactive'],
};

/** Lists without `--limit`, because the API returns all records on one page. */
const WITHOUT_PAGES = ['listTemplates'];

const wordsOf = (line: string) => line.split(' ');

test('every operation of the document has a command, or a reason for having none', async () => {
  expect([...Object.keys(COMMANDS), ...Object.keys(WITHOUT_COMMAND)].sort()).toEqual(Object.keys(OPERATIONS).sort());
  const cwd = scratchFolder();
  writeFileSync(join(cwd, 'photo.png'), Buffer.from('89504e470d0a1a0a', 'hex'));
  writeFileSync(join(cwd, 'flow.yaml'), 'name: Offer\n');
  for (const [operation, line] of Object.entries(COMMANDS)) {
    const { method, path } = OPERATIONS[operation as keyof typeof OPERATIONS];
    const { code, stdout } = await wigwag([...wordsOf(line), '--dry-run'], { cwd });
    const [, verb = 'GET'] = / -X (\w+) /.exec(stdout) ?? [];
    const [, called = ''] = /\/api\/v1([^'?]*)/.exec(stdout) ?? [];
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    expect([operation, code, verb, called]).toEqual([operation, 0, method, expect.stringMatching(pattern)]);
  }
});

test('every query parameter of the document is an option, with the values of the document', async () => {
  const program = await createProgram();
  for (const [operation, line] of Object.entries(COMMANDS)) {
    let command: Command = program;
    for (const word of wordsOf(line)) {
      command = command.commands.find((one) => one.name() === word) ?? command;
    }
    const { query } = OPERATIONS[operation as keyof typeof OPERATIONS];
    for (const [name, { values }] of Object.entries(query as Record<string, { values?: readonly string[] }>)) {
      if (!(WITHOUT_PAGES.includes(operation) && ['limit', 'cursor'].includes(name))) {
        for (const long of OPTIONS[name] ?? [`--${name.replaceAll('_', '-')}`]) {
          const option = command.options.find((one) => one.long === long);
          expect([line, long, option?.argChoices]).toEqual([line, long, values]);
          expect([line, long, option === undefined]).toEqual([line, long, false]);
        }
      }
    }
  }
});

test('a value that this version does not know reaches the server, which decides', async () => {
  const { cwd } = await startDev(['--data', '.wigwag']);
  for (const [line, code] of [
    ['conversations list --channel telegram', 'CHANNEL_UNSUPPORTED'],
    ['contacts window 905551112233 --channel telegram', 'CHANNEL_UNSUPPORTED'],
    ['send Hello --to 905551112233 --channel telegram', 'CHANNEL_UNSUPPORTED'],
    ['conversations list --status asleep', 'VALIDATION_FAILED'],
    ['templates list --category RECEIPT', 'VALIDATION_FAILED'],
    ['webhooks test --event message.deleted', 'VALIDATION_FAILED'],
  ] as const) {
    const { stdout, stderr } = await wigwag([...wordsOf(line), '--json'], { cwd });
    expect([line, stdout, JSON.parse(stderr).error]).toEqual([line, '', expect.objectContaining({ code })]);
  }
});

test('api --paginate loads every page of a list', async () => {
  const { cwd, api } = await startDev(['--data', '.wigwag']);
  for (const last of [1, 2, 3, 4, 5]) {
    expect((await api('POST', '/contacts', { phone: `90555111220${last}` })).status).toBe(201);
  }
  const run = (...flags: string[]) => wigwag(['api', ...flags], { cwd });
  const list = ['GET', '/contacts', '-f', 'limit=2', 'order=asc', '--paginate'];
  const phones = ['905551112201', '905551112202', '905551112203', '905551112204', '905551112205'];
  expect(JSON.parse((await run(...list, '--jq', 'map(.phone)')).stdout)).toEqual(phones);
  const lines = (await run(...list, '--jsonl')).stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).phone)).toEqual(phones);
  expect((await run(...list, '--output', 'csv')).stdout.trimEnd().split('\n')).toHaveLength(6);
  expect(JSON.parse((await run(...list)).stdout)).toHaveLength(5);
  expect(await run('GET', '/me', '--paginate')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--paginate needs a list; /me is not one'),
  });
  expect(await run('POST', '/contacts', '--paginate')).toMatchObject({ code: 2 });
});
