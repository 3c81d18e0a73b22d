import type { Command } from 'commander';

/**
 * Gives a command its arguments, options, actions and subcommands.
 *
 * @param createTree builds the whole command tree
 */
type Define = (command: Command, createTree: () => Promise<Command>) => void;

/** A command of the first level. What it takes and does is loaded only when it is called. */
interface Entry {
  name: string;
  description: string;
  load: () => Promise<Define>;
}

const messages = () => import('../commands/messages/program.ts');
const people = () => import('../commands/contacts/program.ts');
const account = () => import('../commands/account/program.ts');
const webhooks = () => import('../commands/webhooks/program.ts');
const run = () => import('../commands/run/program.ts');

const admin = async (): Promise<Define> => {
  const [{ defineAdmin }, { loadDevEnvironment, loadProjectEnvironment }] = await Promise.all([
    import('../commands/admin/program.ts'),
    import('../settings/project-environment.ts'),
  ]);
  return (command) =>
    defineAdmin(command.hook('preAction', loadProjectEnvironment).hook('preAction', loadDevEnvironment));
};

/** Every command of the first level, in the groups that `--help` shows; a description fits one line of 80 columns. */
export const GROUPS: Record<string, Entry[]> = {
  'Send and look': [
    {
      name: 'send',
      description: 'send a text, a file, buttons or a template, to one or to many',
      load: async () => (await messages()).defineSend,
    },
    {
      name: 'messages',
      description: 'look messages up and wait for them',
      load: async () => (await messages()).defineMessages,
    },
    {
      name: 'templates',
      description: 'list and preview templates',
      load: async () => (await messages()).defineTemplates,
    },
    { name: 'media', description: 'upload files to send', load: async () => (await messages()).defineMedia },
  ],
  Tail: [
    {
      name: 'listen',
      description: 'show events as they happen, without a public address',
      load: async () => (await import('../commands/listen/program.ts')).defineListen,
    },
    { name: 'trigger', description: 'let an event happen', load: async () => (await webhooks()).defineTrigger },
    {
      name: 'webhooks',
      description: 'test, verify and sign webhook deliveries',
      load: async () => (await webhooks()).defineWebhooks,
    },
  ],
  Work: [
    {
      name: 'inbox',
      description: 'conversations on a screen: read, answer, assign, close',
      load: async () => (await import('../commands/inbox/program.ts')).defineInbox,
    },
    {
      name: 'chat',
      description: 'one conversation on a screen',
      load: async () => (await import('../commands/inbox/program.ts')).defineChat,
    },
    {
      name: 'conversations',
      description: 'list, read, assign and close conversations',
      load: async () => (await people()).defineConversations,
    },
    {
      name: 'contacts',
      description: 'contacts and what may be sent to them',
      load: async () => (await people()).defineContacts,
    },
    {
      name: 'opt-outs',
      description: 'people who receive no marketing',
      load: async () => (await people()).defineOptOuts,
    },
    { name: 'blocks', description: 'people who receive nothing', load: async () => (await people()).defineBlocks },
    {
      name: 'flows',
      description: 'campaign flows: write, publish, follow',
      load: async () => (await import('../commands/flows/program.ts')).defineFlows,
    },
    {
      name: 'stats',
      description: 'how many messages came, went and arrived',
      load: async () => (await account()).defineStats,
    },
    { name: 'labels', description: 'the labels of conversations', load: async () => (await account()).defineLabels },
    { name: 'agents', description: 'the people who answer', load: async () => (await account()).defineAgents },
  ],
  Account: [
    { name: 'me', description: 'whose key this is and what it may do', load: async () => (await account()).defineMe },
    {
      name: 'channels',
      description: 'what each channel can do, and its connections',
      load: async () => (await account()).defineChannels,
    },
    {
      name: 'profiles',
      description: 'servers and their keys, by name',
      load: async () => (await account()).defineProfiles,
    },
    { name: 'api', description: 'call any operation of the API', load: async () => (await account()).defineApi },
  ],
  Run: [
    {
      name: 'demo',
      description: 'play conversations with real parts on this machine',
      load: async () => (await run()).defineDemo,
    },
    {
      name: 'dev',
      description: 'start a whole service here, with a demo account',
      load: async () => (await run()).defineDev,
    },
    {
      name: 'init',
      description: 'make a server of your own: settings, database, first key',
      load: async () => (await run()).defineInit,
    },
    {
      name: 'serve',
      description: 'run the server as WIGWAG_* variables describe it',
      load: async () => (await run()).defineServe,
    },
    {
      name: 'mock',
      description: "start the mock of Meta's providers alone",
      load: async () => (await run()).defineMock,
    },
    { name: 'admin', description: 'what the operator does, straight on the database', load: admin },
    {
      name: 'doctor',
      description: 'find out what is wrong with key, webhook and machine',
      load: async () => (await run()).defineDoctor,
    },
    {
      name: 'conformance',
      description: 'judge any server of this API, clause by clause',
      load: async () => (await import('../commands/conformance/program.ts')).defineConformance,
    },
    {
      name: 'completion',
      description: 'print the completions of bash, zsh or fish',
      load: async () => (await run()).defineCompletion,
    },
  ],
};
