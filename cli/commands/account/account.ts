import type { Data } from '@wigwag/sdk';
import type { CommandContext } from '../../program/context/context.ts';

/** `wigwag me`. */
export async function showMe({ wigwag, output }: CommandContext): Promise<void> {
  await output.record(await wigwag.account.me());
}

/** `wigwag channels`: prints one line for each connection. */
export async function showChannels({ wigwag, output }: CommandContext): Promise<void> {
  const data = await wigwag.account.channels();
  if (!output.isTabular) {
    return output.record(data);
  }
  await output.list(connectionsOf(data), [
    'channel',
    'connection',
    'name',
    'default',
    'window_hours',
    'can',
    'reports',
  ]);
}

/** A channel without a connection also gets a line. */
const connectionsOf = ({ channels }: Data<'listChannels'>): object[] =>
  channels.flatMap(({ channel, capabilities, window_hours, connections }) => {
    const can = Object.entries(capabilities).flatMap(([what, able]) => (able ? [what] : []));
    const lines: object[] = connections.map(({ id, name, is_default, reports = [] }) => ({
      connection: id,
      name,
      default: is_default,
      reports: reports.map(({ kind, event }) => event ?? kind),
    }));
    return (lines.length > 0 ? lines : [{}]).map((line) => ({ channel, ...line, window_hours, can }));
  });
