import { problemOfPort } from '../client/port-problem.ts';
import { UsageError } from '../program/errors/errors.ts';

/** The servers of `wigwag dev`, with the option and the default of each port. */
const SERVERS = [
  { name: 'port', what: 'API', option: '--port', usual: 3000 },
  { name: 'mockPort', what: 'mock provider', option: '--mock-port', usual: 3001 },
  { name: 'controlPort', what: 'control port', option: '--control-port', usual: 3002 },
] as const;

type Ports = Record<(typeof SERVERS)[number]['name'], number>;

/**
 * Returns a port for each server of `wigwag dev`. A server whose usual port is in use takes the next free one.
 *
 * @param asked the ports that the user chose; 0 picks a free one
 * @param say is called for each server that does not get its usual port
 * @throws {UsageError} naming every chosen port that is in use
 */
export async function choosePorts(
  asked: Partial<Ports> & { host?: string },
  say: (line: string) => void,
): Promise<Ports> {
  const taken = new Set<number>();
  const isFree = async (port: number) => !taken.has(port) && (await problemOfPort(port, asked.host)) !== 'EADDRINUSE';
  const ports: Partial<Ports> = {};
  const busy: string[] = [];
  const take = (name: keyof Ports, port: number) => {
    ports[name] = port;
    taken.add(port);
  };
  for (const { name, what, option } of SERVERS) {
    const port = asked[name];
    if (port === 0) {
      ports[name] = port;
    } else if (port !== undefined && (await isFree(port))) {
      take(name, port);
    } else if (port !== undefined) {
      busy.push(`the port ${port} for the ${what} is in use; choose another one with ${option}`);
    }
  }
  if (busy.length > 0) {
    throw new UsageError(busy.join('\n'));
  }
  for (const { name, usual } of SERVERS) {
    if (ports[name] === undefined && (await isFree(usual))) {
      take(name, usual);
    }
  }
  // All servers have their usual port before one takes another, which could be the usual port of the next server.
  for (const { name, what, usual } of SERVERS) {
    if (ports[name] === undefined) {
      let port = usual + 1;
      while (!(await isFree(port))) {
        port += 1;
      }
      take(name, port);
      say(`the port ${usual} is in use; the ${what} uses ${port} instead`);
    }
  }
  return ports as Ports;
}
