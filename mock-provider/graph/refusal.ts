import type { FaultRule } from '../faults/fault-rule.ts';
import type { Channel } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { GraphError } from './graph-error.ts';
import type { ReplyTracker } from './route.ts';

/** The page that a load balancer returns if Graph is down. */
const HTML =
  '<!DOCTYPE html><html lang="en"><head><title>Error</title></head><body><h1>Sorry, something went wrong.</h1></body></html>';

/** Returns the refusal that a fault requires; undefined if the request is accepted. */
export async function refusal(
  world: World,
  replyTracker: ReplyTracker,
  fault: FaultRule | undefined,
  channel: Channel,
): Promise<Response | undefined> {
  switch (fault?.outcome) {
    case 'reject':
      throw new GraphError(channel, fault.code ?? 100, { subcode: fault.subcode, details: fault.details });
    case 'unavailable':
      throw unavailable(channel, fault);
    case 'html':
      return new Response(HTML, { status: 500, headers: { 'content-type': 'text/html; charset=utf-8' } });
    case 'reset':
      return Response.error();
    case 'slow':
      await world.work.until(world.clock.now() + (fault.delay_ms ?? 0), replyTracker.job);
      return undefined;
    default:
      return undefined;
  }
}

function unavailable(channel: Channel, fault: FaultRule): GraphError {
  const error = new GraphError(channel, fault.code ?? 2, { subcode: fault.subcode, details: fault.details });
  // An outage returns a 5xx status, whatever status the table has for the code.
  return error.row.http >= 500 ? error : new GraphError(channel, error.row.code, { http: 503, subcode: fault.subcode });
}
