import type { FaultRule } from '../faults/fault-rule.ts';
import { pageStatus } from '../page/callbacks.ts';
import { whatsappStatus } from '../whatsapp/callbacks.ts';
import type { World } from '../world/world.ts';
import type { CallbackEvent } from './callback-event.ts';
import type { StatusReport } from './report-statuses.ts';

export const USUAL_STATUSES: readonly string[] = ['sent', 'delivered', 'read'];

/**
 * Reports the statuses of a send after its reply, or the first one before it if a fault requires it. Returns the
 * response if a fault loses the reply.
 */
export async function reportAroundReply(
  world: World,
  what: StatusReport,
  fault: FaultRule | undefined,
  replied: Promise<void>,
): Promise<Response | undefined> {
  const isEarly = fault?.outcome === 'before_reply';
  const first = report(world, what, isEarly ? undefined : replied);
  if (isEarly) {
    await first;
  }
  return fault?.outcome === 'lost_reply' ? Response.error() : undefined;
}

/**
 * Reports the statuses of a send one after another, each at its time on the clock, after its reply is sent
 * (or at once, without `replied`). Resolves when the first is delivered to the app.
 */
function report(world: World, what: StatusReport, replied: Promise<void> | undefined): Promise<void> {
  const { state } = world;
  const { promise, resolve } = Promise.withResolvers<void>();
  world.work.start(async (job) => {
    await replied;
    let due = world.clock.now();
    for (const [index, status] of what.statuses.entries()) {
      if (replied !== undefined || index > 0) {
        due += pace(world, status);
      }
      await world.work.until(due, job);
      if (world.state !== state) {
        return;
      }
      what.send.status = status;
      const { business, id } = what.asset;
      const event = world.callbacks.urlFor(business, id) && statusEvent(world, what, status);
      // The next status waits for the response to this one, so they arrive in order unless a fault changes it.
      if (event) {
        await world.callbacks.emit(event);
      }
      resolve();
    }
    resolve();
  });
  return promise;
}

function pace(world: World, status: string): number {
  const { sent, delivered, read } = world.settings.pacing;
  return status === 'delivered' ? delivered : status === 'read' || status === 'played' ? read : sent;
}

function statusEvent(world: World, what: StatusReport, status: string): CallbackEvent | undefined {
  return what.asset.channel === 'whatsapp' ? whatsappStatus(world, what, status) : pageStatus(world, what, status);
}
