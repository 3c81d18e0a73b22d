import type { Profiler } from 'node:inspector';

/** The parts of the server, and the addresses of their code. The first that matches applies. */
const PARTS: [part: string, address: RegExp][] = [
  ['Knex: building and running statements', /node_modules\/(knex|tarn|lodash)\//],
  ['SQLite: statements and commits', /node_modules\/better-sqlite3\//],
  ['hapi: requests and callbacks', /node_modules\/(@hapi|@fastify)\/|\/server\/http\/|node:(internal\/)?(_?http)/],
  ['undici: calls to the provider and to receivers', /node_modules\/undici\/|wasm:|\/server\/(outbound|providers)\//],
  ['signatures', /node:(internal\/)?crypto/],
  ['sockets and streams', /node:(net|internal\/(streams?|stream_base_commons|buffer|net)|buffer|events)/],
  ['rules: domain and worker', /\/server\/(domain|worker)\//],
  ['store: queries and batches', /\/server\/store\/|node_modules\/(dataloader|lru-cache)\//],
];
const GARBAGE = 'garbage collector';
const OTHER = 'other';

/** Returns the share of busy time that each part of a profile has, largest first. */
export function partsOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): [part: string, share: number][] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const partOf = (id: number): string | undefined => {
    const { functionName, url } = byId.get(id)?.callFrame ?? { functionName: '', url: '' };
    if (functionName === '(idle)') {
      return undefined;
    }
    if (functionName === '(garbage collector)') {
      return GARBAGE;
    }
    // Functions of the binary have no address, so their callers decide.
    for (let at: number | undefined = id; at !== undefined; at = callers.get(at)) {
      const address = byId.get(at)?.callFrame.url ?? '';
      const [part] = PARTS.find(([, pattern]) => pattern.test(address)) ?? [];
      if (part !== undefined) {
        // The driver's own functions are anonymous, and Knex calls them.
        return url === '' && functionName === '' && address.includes('/knex/')
          ? 'SQLite: statements and commits'
          : part;
      }
    }
    return OTHER;
  };
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const part = partOf(id);
    if (part !== undefined) {
      times.set(part, (times.get(part) ?? 0) + (timeDeltas[index] ?? 0));
    }
  }
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times].map(([part, time]): [string, number] => [part, time / total]).sort(([, a], [, b]) => b - a);
}
