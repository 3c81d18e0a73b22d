import { unixSeconds } from '../whatsapp/callbacks.ts';
import { businessAsset, personOf } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { addCall, callsOf, emitCall, emitCallStatus, endCall, permitCalls, SDP } from './call-events.ts';

/** What a person does in a call, for the mock's control API. */
export interface PersonCall {
  /** The WhatsApp number. */
  business_id: string;
  /** The person's phone number or user ID. */
  from: string;
  /** `permit`: allows calls. `connect`: calls the number. The others answer or end the call `call_id`. */
  action: 'permit' | 'connect' | 'accept' | 'reject' | 'terminate';
  call_id?: string;
}

/** Plays the person's side of a call. @throws if the number or call does not exist */
export async function personCalls(
  world: World,
  { business_id, from, action, call_id }: PersonCall,
): Promise<{ call_id?: string }> {
  const number = businessAsset(world, business_id);
  if (number.channel !== 'whatsapp') {
    throw new Error(`No whatsapp business with id ${business_id}`);
  }
  const user = personOf(world, number, from);
  // Meta: a person who calls a business permits its calls back.
  if (action === 'permit' || action === 'connect') {
    permitCalls(world.state, number, user);
  }
  if (action === 'permit') {
    return {};
  }
  if (action === 'connect') {
    const call = addCall(world, number, user, 'USER_INITIATED');
    await emitCall(world, call, 'connect', { session: { sdp_type: 'offer', sdp: SDP } });
    return { call_id: call.id };
  }
  const call = callsOf(world.state).byId.get(call_id ?? '');
  if (call?.number !== number || call.user !== user || call.state === 'over') {
    throw new Error(`No call ${call_id}`);
  }
  if (action === 'terminate') {
    await endCall(world, call);
  } else if (call.direction !== 'BUSINESS_INITIATED') {
    throw new Error('Only the business can answer its own call');
  } else if (action === 'accept') {
    Object.assign(call, { state: 'accepted', acceptedAt: unixSeconds(world) });
    await emitCallStatus(world, call, 'ACCEPTED');
  } else {
    await emitCallStatus(world, call, 'REJECTED');
    await endCall(world, call);
  }
  return { call_id: call.id };
}
