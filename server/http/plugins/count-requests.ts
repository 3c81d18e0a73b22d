import type { Request, Server } from '@hapi/hapi';
import type { Metrics } from '../../app/metrics.ts';

/** nginx's status for a client that disconnected before it got a response. */
const CLIENT_LEFT = 499;

/** Counts every response by operation or route. Raw paths may contain phone numbers and keys. */
export function addRequestCounts(server: Server, metrics: Metrics): void {
  server.events.on('response', (request) => {
    const { received, responded, completed } = request.info;
    const status = responded === 0 ? CLIENT_LEFT : request.raw.res.statusCode;
    metrics.countRequest(nameOf(request), status, ((responded || completed) - received) / 1000);
  });
}

function nameOf({ route }: Request): string {
  const operation = route.settings.app?.operation?.id;
  // Routes for any method refuse requests that no other route accepts. hapi's own route responds to unknown paths.
  const isKnown = route.method === 'get' || route.method === 'post';
  return operation ?? (isKnown ? route.path : 'none');
}
