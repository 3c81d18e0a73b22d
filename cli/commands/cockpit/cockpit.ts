import { openAdminApi } from '../../client/admin-api.ts';
import { readRequests } from '../../dev/request-log.ts';
import { CommandContext } from '../../program/context/context.ts';
import { KeyError } from '../../program/errors/errors.ts';
import { untilStopped } from '../../program/process/signals.ts';
import { preferences, readPreferences, setPreferences, THEME_NAMES } from '../../settings/preferences.ts';
import { findDevData } from '../../settings/settings.ts';
import { createDesk } from '../inbox/desk.ts';
import { InboxModel } from '../inbox/model.ts';
import { EventLog } from '../listen/event-log.ts';
import { tailSource } from '../listen/tail-source.ts';
import { ListModel } from './list-model.ts';

/** The number of records that a tab loads. */
const MOST = 100;
const MOST_REQUESTS = 1_000;

/**
 * Bare `wigwag` on a terminal: shows the cockpit of the server of the settings until the user quits.
 *
 * @returns false if there is no server, so that the caller can print the help
 */
export async function runCockpit(): Promise<boolean> {
  const context = new CommandContext({});
  let settings: CommandContext['settings'];
  try {
    settings = context.settings;
  } catch (error) {
    if (error instanceof KeyError) {
      return false;
    }
    throw error;
  }
  setPreferences(readPreferences(process.env));
  const { wigwag } = context;
  const stop = new AbortController();
  void untilStopped().then(() => stop.abort());
  const quit = () => stop.abort();
  const inbox = new InboxModel(wigwag, { desk: createDesk(wigwag, settings.baseUrl) });
  const log = new EventLog();
  const api = () => openAdminApi(settings.baseUrl);
  let known: Promise<string> | undefined;
  const account = () => {
    known ??= wigwag.account.me().then(({ account: { id } }) => id);
    return known;
  };
  const deliveries = new ListModel(async () => {
    const { deliveries: list } = await api();
    return (await list.list(await account(), { limit: MOST })).deliveries.toReversed();
  });
  const campaigns = new ListModel(async () => {
    const { campaigns: list } = await api();
    return (await list.list(await account(), { limit: MOST })).campaigns.toReversed();
  });
  const flows = new ListModel(() => wigwag.flows.list({ limit: MOST }).toArray());
  const people = new ListModel(async () => (await wigwag.conversations.list({ limit: MOST })).conversations);
  const found = findDevData(process.cwd());
  const dev = found?.state.baseUrl === settings.baseUrl ? found : undefined;
  const controlUrl = dev?.state.controlUrl;
  const requests = new ListModel(async () => {
    if (dev) {
      return readRequests(dev.data, MOST_REQUESTS);
    }
    const { requests: list } = await api();
    const page = await list.list(await account(), { limit: MOST_REQUESTS });
    return page.requests.toReversed();
  });

  const { showCockpit } = await import('../../screens/cockpit/show-cockpit.tsx');
  const write =
    controlUrl === undefined
      ? undefined
      : async (person: { phone: string; channel: string; name?: string | null } | undefined, text: string) => {
          const { controlOf } = await import('../webhooks/trigger.ts');
          const { phone: id = '905551112233', channel = 'whatsapp', name = 'Ada' } = person ?? {};
          const from = { id, name: name ?? '' };
          await controlOf(controlUrl)('/inbound', { account_id: await account(), channel, type: 'text', text, from });
          return `${name || id} wrote`;
        };
  await showCockpit(
    {
      inbox,
      log,
      title: settings.baseUrl,
      lists: { deliveries, campaigns, flows, people, requests },
      ...(write && { write }),
      setTheme: (theme) => setPreferences({ ...preferences(), theme }),
      setMouse: (mouse) => {
        setPreferences({ ...preferences(), mouse });
      },
      themes: THEME_NAMES,
      quit,
    },
    async () => {
      const sink = {
        log,
        stop: stop.signal,
        say: () => {},
        take: async (arrival: Parameters<EventLog['add']>[0]) => void log.add(arrival),
      };
      await Promise.all([inbox.follow(stop.signal), tailSource(settings, {})(sink)]);
    },
  );
  return true;
}
