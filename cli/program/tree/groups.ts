import type { Command } from 'commander';

/**
 * Gives a command its arguments, options, actions and subcommands.
 *
 * @param createTree builds the whole command tree
 */
type Define = (command: Command, createTree: () => Promise<Command>) => void;

/** A top-level command. Its options and actions are loaded only when it is called. */
interface CommandEntry {
  name: string;
  description: string;
  load: () => Promise<Define>;
}

const messages = () => import('../../commands/messages/program.ts');
const account = () => import('../../commands/account/program.ts');
const reports = () => import('../../commands/reports/program.ts');
const webhooks = () => import('../../commands/webhooks/program.ts');
const run = () => import('../../commands/run/program.ts');
const cassettes = () => import('../../commands/cassettes/program.ts');
const setup = () => import('../../commands/setup/program.ts');

const admin = async (): Promise<Define> => {
  const [{ adminUrlOf, defineAdmin }, { loadDevEnvironment, loadProjectEnvironment }] = await Promise.all([
    import('../../commands/admin/program.ts'),
    import('../../settings/project-environment.ts'),
  ]);
  return (command) =>
    defineAdmin(
      command.enablePositionalOptions().hook('preAction', (_, action) => {
        loadProjectEnvironment();
        const url = adminUrlOf(action);
        if (url !== undefined) {
          process.env.WIGWAG_ADMIN_URL = url;
        }
        if (process.env.WIGWAG_ADMIN_URL) {
          return;
        }
        loadDevEnvironment((line) => {
          if (!action.opts().quiet) {
            process.stderr.write(`${line}\n`);
          }
        });
      }),
    );
};

/**
 * Every top-level command, in the groups that `--help` shows; first those of the main job. A description must fit one line of 80
 * columns.
 */
export const GROUPS: Record<string, CommandEntry[]> = {
  'Main commands': [
    {
      name: 'demo',
      description: 'play sample conversations on this machine',
      load: async () => (await run()).defineDemo,
    },
    {
      name: 'dev',
      description: 'start a complete local service with a demo account',
      load: async () => (await run()).defineDev,
    },
    {
      name: 'send',
      description: 'send a text, file, buttons or template to one recipient or many',
      load: async () => (await messages()).defineSend,
    },
    {
      name: 'templates',
      description: 'list and preview templates',
      load: async () => (await import('../../commands/templates/program.ts')).defineTemplates,
    },
    {
      name: 'inbox',
      description: 'read, reply to, assign and close conversations on a screen',
      load: async () => (await import('../../commands/inbox/program.ts')).defineInbox,
    },
    {
      name: 'chat',
      description: 'show one conversation on a screen',
      load: async () => (await import('../../commands/inbox/program.ts')).defineChat,
    },
    {
      name: 'listen',
      description: 'show events as they happen, without a public address',
      load: async () => (await import('../../commands/listen/program.ts')).defineListen,
    },
    {
      name: 'trigger',
      description: 'trigger an event to test a receiver',
      load: async () => (await webhooks()).defineTrigger,
    },
    {
      name: 'play',
      description: 'play a file with messages, and check what follows',
      load: async () => (await import('../../commands/play/program.ts')).definePlay,
    },
    {
      name: 'logs',
      description: 'follow the requests to a server',
      load: async () => (await run()).defineLogs,
    },
  ],
  'Messages and people': [
    {
      name: 'messages',
      description: 'show messages and wait for a status',
      load: async () => (await messages()).defineMessages,
    },
    {
      name: 'media',
      description: 'upload files to send',
      load: async () => (await import('../../commands/media/program.ts')).defineMedia,
    },
    {
      name: 'conversations',
      description: 'list, read, assign and close conversations',
      load: async () => (await import('../../commands/conversations/program.ts')).defineConversations,
    },
    {
      name: 'contacts',
      description: 'manage contacts and see what they can receive',
      load: async () => (await import('../../commands/contacts/program.ts')).defineContacts,
    },
    {
      name: 'opt-outs',
      description: 'manage people who receive no marketing',
      load: async () => (await import('../../commands/opt-outs/program.ts')).defineOptOuts,
    },
    {
      name: 'blocks',
      description: 'manage people who receive no messages',
      load: async () => (await import('../../commands/blocked-numbers/program.ts')).defineBlocks,
    },
    {
      name: 'labels',
      description: 'list conversation labels',
      load: async () => (await reports()).defineLabels,
    },
    {
      name: 'agents',
      description: 'list the agents who handle conversations',
      load: async () => (await reports()).defineAgents,
    },
  ],
  'Flows and webhooks': [
    {
      name: 'flows',
      description: 'create, publish and follow campaign flows',
      load: async () => (await import('../../commands/flows/program.ts')).defineFlows,
    },
    {
      name: 'webhooks',
      description: 'test, verify and sign webhook deliveries',
      load: async () => (await webhooks()).defineWebhooks,
    },
    {
      name: 'stats',
      description: 'count messages received, sent and delivered',
      load: async () => (await reports()).defineStats,
    },
  ],
  Account: [
    {
      name: 'me',
      description: 'show the account and permissions of the key',
      load: async () => (await account()).defineMe,
    },
    {
      name: 'channels',
      description: 'show the features and connections of each channel',
      load: async () => (await account()).defineChannels,
    },
    {
      name: 'profiles',
      description: 'store servers and their keys by name',
      load: async () => (await import('../../commands/profiles/program.ts')).defineProfiles,
    },
    {
      name: 'alias',
      description: 'give your own names to commands',
      load: async () => (await import('../../commands/alias/program.ts')).defineAlias,
    },
    {
      name: 'api',
      description: 'call any operation of the API',
      load: async () => (await import('../../commands/api/program.ts')).defineApi,
    },
  ],
  Run: [
    {
      name: 'mcp',
      description: 'let agents send and read messages, as an MCP server',
      load: async () => (await import('../../commands/mcp/program.ts')).defineMcp,
    },
    {
      name: 'init',
      description: 'create a server project: settings, database, first key',
      load: async () => (await setup()).defineInit,
    },
    {
      name: 'serve',
      description: 'run the server with the settings in WIGWAG_* variables',
      load: async () => (await run()).defineServe,
    },
    {
      name: 'mock',
      description: "start only the mock of Meta's Graph API",
      load: async () => (await run()).defineMock,
    },
    {
      name: 'record',
      description: 'save the traffic between an app and Meta, redacted',
      load: async () => (await cassettes()).defineRecord,
    },
    {
      name: 'replay',
      description: 'play a cassette to an app, and compare its requests',
      load: async () => (await cassettes()).defineReplay,
    },
    { name: 'admin', description: 'operator commands on the database, or over HTTP', load: admin },
    {
      name: 'doctor',
      description: 'find problems with the key, webhook and machine',
      load: async () => (await setup()).defineDoctor,
    },
    {
      name: 'conformance',
      description: 'test any server that implements the API, clause by clause',
      load: async () => (await import('../../commands/conformance/program.ts')).defineConformance,
    },
    {
      name: 'completion',
      description: 'print completions for bash, zsh or fish',
      load: async () => (await setup()).defineCompletion,
    },
  ],
};

/** The names of all top-level commands, including those that `--help` does not show. */
export const commandNames = (): string[] => [
  ...Object.values(GROUPS).flatMap((entries) => entries.map(({ name }) => name)),
  'help',
  'version',
];
