import { admin } from '@wigwag/server';
import { OutcomeError } from '../../program/errors/errors.ts';
import { loadDevEnvironment, loadProjectEnvironment } from '../../settings/project-environment.ts';
import { type Operator, withOperatorOf } from '../admin/operator.ts';
import type { EventKinds } from './filter.ts';
import { receiveInto, untilAborted } from './receiver-source.ts';
import type { EventSource } from './source.ts';

/** The name of these endpoints. With the address, it identifies one that a crash has left. */
const NAME = 'wigwag listen';

interface EndpointOptions extends Pick<EventKinds, 'events'> {
  port: number;
  account?: string;
  /** The public address that leads to the receiver. @default the receiver's own address */
  url?: string;
  /** A CEL expression: the server sends only events for which it is true. */
  filter?: string;
}

/**
 * Receives webhooks as an endpoint of the account, which exists while this runs. The server signs, filters, retries and
 * logs as for any other endpoint.
 *
 * @throws {OutcomeError} if the endpoint could not be removed at the end
 */
export const endpointSource =
  ({ port, account, url, events, filter }: EndpointOptions): EventSource =>
  async (sink) => {
    // As `wigwag admin` does.
    loadProjectEnvironment();
    if (!process.env.WIGWAG_ADMIN_URL) {
      loadDevEnvironment(sink.say);
    }
    const secret = Promise.withResolvers<string>();
    const receiver = await receiveInto(sink, port, secret.promise);
    const address = url ?? receiver.url;
    const withAccount = (run: (call: Operator, account: string) => Promise<void>) =>
      withOperatorOf({ ...(account !== undefined && { account }) }, run);
    const settings = { url: address, name: NAME, ...(events && { events }), ...(filter !== undefined && { filter }) };
    try {
      await withAccount(async (call, of) => {
        for (const id of await removeEndpoints(call, of, address)) {
          sink.say(`removed endpoint ${id}, which an earlier \`wigwag listen\` left.`);
        }
        const { id, signing_secret } = await call('addEndpoint', { account: of, ...settings }).catch(
          (error: unknown) => {
            throw error instanceof admin.AdminError ? refusalHere(error) : error;
          },
        );
        secret.resolve(signing_secret);
        sink.log.connect({ state: 'listening', note: `on ${receiver.url} as endpoint ${id}` });
        sink.say(
          `listening on ${receiver.url}; endpoint ${id} sends events to ${address} until this command ends. Press Ctrl-C to stop.`,
        );
      });
      await untilAborted(sink.stop);
      await withAccount(async (call, of) => void (await removeEndpoints(call, of, address))).catch((error: Error) => {
        throw new OutcomeError(
          `the endpoint "${NAME}" of ${address} was not removed: ${error.message}. The next \`wigwag listen --endpoint\` with this address removes it, or \`wigwag admin webhooks remove\`.`,
        );
      });
    } finally {
      await receiver.close();
    }
  };

/** Removes the endpoints of `wigwag listen` that have the address, and returns their IDs. */
async function removeEndpoints(call: Operator, account: string, address: string): Promise<number[]> {
  const { endpoints } = await call('listEndpoints', { account });
  const ids = endpoints.filter(({ name, url }) => name === NAME && url === address).map(({ id }) => id);
  for (const endpoint of ids) {
    await call('removeEndpoint', { account, endpoint });
  }
  return ids;
}

/** Names the options of this command in a refusal. */
function refusalHere({ message, status, field, rule }: InstanceType<typeof admin.AdminError>) {
  return field === 'filter' && rule !== undefined
    ? new admin.AdminError(message, { field: 'endpoint_filter', rule })
    : new admin.AdminError(message, {
        status,
        hint: 'give --endpoint a public https address that leads to this port, such as that of a tunnel',
      });
}
