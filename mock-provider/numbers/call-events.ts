import { unixSeconds, whatsappEntry } from '../whatsapp/callbacks.ts';
import { partOf } from '../world/part-of.ts';
import { handleOf, identityOf } from '../world/people.ts';
import type { Asset, Json, State } from '../world/state.ts';
import type { World } from '../world/world.ts';

/** One call between a number and a person. The mock has no audio, only its signaling. */
export interface PhoneCall {
  id: string;
  number: Asset;
  user: string;
  direction: 'BUSINESS_INITIATED' | 'USER_INITIATED';
  /** `biz_opaque_callback_data` of the business. */
  opaque?: string;
  state: 'ringing' | 'accepted' | 'over';
  /** Unix seconds. */
  acceptedAt?: number;
}

interface PhoneCalls {
  byId: Map<string, PhoneCall>;
  /** Pairs of number and person in which the person permitted calls. */
  permitted: Set<string>;
}

export const callsOf = partOf<PhoneCalls>(() => ({ byId: new Map(), permitted: new Set() }));

export const mayCall = (state: State, number: Asset, user: string): boolean =>
  callsOf(state).permitted.has(`${number.id}|${user}`);

export function permitCalls(state: State, number: Asset, user: string): void {
  callsOf(state).permitted.add(`${number.id}|${user}`);
}

export function addCall(
  world: World,
  number: Asset,
  user: string,
  direction: PhoneCall['direction'],
  opaque?: string,
): PhoneCall {
  const { ids } = world.state;
  const id = ids
    .wamid(handleOf(world, number, user), 'business', `call|${number.id}|${user}`)
    .replace('wamid', 'wacid');
  const call: PhoneCall = {
    id,
    number,
    user,
    direction,
    state: 'ringing',
    ...(opaque === undefined ? {} : { opaque }),
  };
  callsOf(world.state).byId.set(id, call);
  return call;
}

/** A session description in the form of RFC 8866, without any network address. */
export const SDP = [
  'v=0',
  'o=- 3626166318745852955 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE audio',
  'a=ice-lite',
  'm=audio 3480 UDP/TLS/RTP/SAVPF 111 126',
  'c=IN IP4 127.0.0.1',
  'a=rtcp:9 IN IP4 0.0.0.0',
  'a=setup:passive',
  'a=mid:audio',
  'a=sendrecv',
  'a=rtcp-mux',
  'a=rtpmap:111 opus/48000/2',
  'a=rtpmap:126 telephone-event/8000',
  '',
].join('\r\n');

/** A webhook of the field `calls` about one event of a call. */
export function emitCall(world: World, call: PhoneCall, event: 'connect' | 'terminate', more: Json): Promise<unknown> {
  const person = handleOf(world, call.number, call.user);
  const ours = call.direction === 'BUSINESS_INITIATED';
  const described = {
    id: call.id,
    from: ours ? call.number.handle : person,
    to: ours ? person : call.number.handle,
    event,
    timestamp: String(unixSeconds(world)),
    direction: call.direction,
    ...more,
    ...(call.opaque === undefined ? {} : { biz_opaque_callback_data: call.opaque }),
  };
  const { name, ...ids } = identityOf(world, call.number, call.user);
  return emit(world, call, { contacts: [{ profile: { name }, ...ids }], calls: [described] });
}

/** A webhook of the field `calls` about the person's device: RINGING, ACCEPTED or REJECTED. */
export function emitCallStatus(world: World, call: PhoneCall, status: string): Promise<unknown> {
  const described = {
    id: call.id,
    type: 'call',
    status,
    timestamp: String(unixSeconds(world)),
    recipient_id: handleOf(world, call.number, call.user),
    ...(call.opaque === undefined ? {} : { biz_opaque_callback_data: call.opaque }),
  };
  return emit(world, call, { statuses: [described] });
}

function emit(world: World, { number, id, user }: PhoneCall, value: Json): Promise<unknown> {
  return world.callbacks.emit({
    channel: 'whatsapp',
    business: number.business,
    business_id: number.id,
    event: 'call',
    external_id: id,
    to: handleOf(world, number, user),
    entry: whatsappEntry(number, value, 'calls'),
  });
}

/** Ends a call and reports it. A call that was never accepted has no duration. */
export function endCall(world: World, call: PhoneCall): Promise<unknown> {
  call.state = 'over';
  const end = unixSeconds(world);
  const start = call.acceptedAt;
  const times =
    start === undefined ? {} : { start_time: String(start), end_time: String(end), duration: Math.max(0, end - start) };
  return emitCall(world, call, 'terminate', { status: start === undefined ? 'FAILED' : 'COMPLETED', ...times });
}
