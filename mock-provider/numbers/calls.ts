import type { Endpoint } from '../graph/endpoint.ts';
import { GraphError } from '../graph/graph-error.ts';
import { type GraphRequest, object, text } from '../graph/graph-request.ts';
import { invalid, param, requireNumber, requireParam, requireProduct, requireWord, SUCCESS } from '../graph/require.ts';
import { unixSeconds } from '../whatsapp/callbacks.ts';
import type { Asset, Json } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { addCall, callsOf, emitCall, emitCallStatus, endCall, mayCall, type PhoneCall, SDP } from './call-events.ts';
import { settingsOfNumber } from './settings.ts';

const ACTIONS = ['connect', 'pre_accept', 'accept', 'reject', 'terminate'];

/** POST /{phone_number_id}/calls: the signaling of calls. `mock.call` plays the person's side. */
export const calls: Endpoint = (world, graph) => {
  const number = requireNumber(world, graph);
  requireProduct(graph.body);
  const status = object(settingsOfNumber(world.state, number.id).calling).status;
  if (String(status).toUpperCase() !== 'ENABLED') {
    throw new GraphError('whatsapp', 138000);
  }
  const action = requireWord(graph, 'action', ACTIONS);
  if (action === 'connect') {
    return connect(world, graph, number);
  }
  const call = requireCall(world, number, requireParam(graph, 'call_id'));
  const incoming = call.direction === 'USER_INITIATED';
  if (action === 'terminate') {
    after(world, graph, () => endCall(world, call));
  } else if (!incoming || call.state !== 'ringing') {
    throw invalid(`Call ${call.id} cannot be answered`);
  } else if (action === 'reject') {
    after(world, graph, () => endCall(world, call));
  } else {
    requireSession(graph, 'answer');
    if (action === 'accept') {
      Object.assign(call, { state: 'accepted', acceptedAt: unixSeconds(world) });
    }
  }
  return SUCCESS;
};

function connect(world: World, graph: GraphRequest, number: Asset): Json {
  const to = requireParam(graph, 'to');
  const user = world.state.userOf(number.id, to);
  if (user === '') {
    throw new GraphError('whatsapp', 131009, { details: 'Parameter value is not valid: to' });
  }
  requireSession(graph, 'offer');
  if (!mayCall(world.state, number, user)) {
    throw new GraphError('whatsapp', 138006);
  }
  const call = addCall(world, number, user, 'BUSINESS_INITIATED', param(graph, 'biz_opaque_callback_data'));
  after(world, graph, async () => {
    await emitCall(world, call, 'connect', { session: { sdp_type: 'answer', sdp: SDP } });
    await emitCallStatus(world, call, 'RINGING');
  });
  return { messaging_product: 'whatsapp', calls: [{ id: call.id }] };
}

function requireSession({ body }: GraphRequest, type: 'offer' | 'answer'): void {
  const { sdp_type, sdp } = object(body.session);
  if (sdp_type !== type) {
    throw invalid(`Param session['sdp_type'] must be "${type}".`);
  }
  if (!text(sdp)?.startsWith('v=0')) {
    throw invalid("Param session['sdp'] must be a session description (RFC 8866).");
  }
}

function requireCall(world: World, number: Asset, id: string): PhoneCall {
  const call = callsOf(world.state).byId.get(id);
  if (call?.number !== number || call.state === 'over') {
    throw invalid(`Call ${id} does not exist or is over`);
  }
  return call;
}

/** Runs after the reply is sent. */
function after(world: World, graph: GraphRequest, run: () => Promise<unknown>): void {
  const { state } = world;
  world.work.start(async () => {
    await graph.replyTracker.replied;
    if (world.state === state) {
      await run();
    }
  });
}
