import { reportAroundReply, USUAL_STATUSES } from '../callbacks/reports.ts';
import { checkProducts } from '../catalogs/check-products.ts';
import { takeToken } from '../faults/limits.ts';
import { GraphError } from '../graph/graph-error.ts';
import { type GraphRequest, object, text } from '../graph/graph-request.ts';
import { refusal } from '../graph/refusal.ts';
import { requireProduct } from '../graph/require.ts';
import { misfits } from '../media/media-kinds.ts';
import { isBlocked } from '../numbers/block-users.ts';
import { registrationOf } from '../numbers/registration.ts';
import { DAY_MS } from '../world/clock.ts';
import { BSUID } from '../world/identities.ts';
import { handleOf } from '../world/people.ts';
import { keepRead } from '../world/signals.ts';
import type { Asset, Json, Send } from '../world/state.ts';
import { windowIsOpen } from '../world/window.ts';
import { iso, type World } from '../world/world.ts';
import { hasStopped } from './preferences.ts';
import { checkMessage, checkTyping } from './rules.ts';
import { requireSendableTemplate } from './template-send.ts';
import { wamidOf } from './wamid.ts';

/** POST /{phone_number_id}/messages: accepts a message, or marks one as read. */
export async function sendWhatsApp(world: World, graph: GraphRequest, number: Asset): Promise<Json | Response> {
  const { body } = graph;
  requireProduct(body);
  if (!registrationOf(world.state, number).registered) {
    throw new GraphError('whatsapp', 133010);
  }
  if (body.status !== undefined) {
    return markAsRead(world, graph, number);
  }

  const recipient = requireRecipient(world, number, body);
  const { input, user } = recipient;
  const type = body.type === undefined ? 'text' : (text(body.type) ?? '');
  checkMessage(world, number, type, body);
  checkProducts(world.state, number, body);
  const template = type === 'template' ? requireSendableTemplate(world, number, object(body.template)) : undefined;
  if (template?.category === 'AUTHENTICATION' && recipient.by === 'user_id') {
    throw new GraphError('whatsapp', 131062);
  }
  const lost = type === 'reaction' && isLost(world, number, user, object(body.reaction).message_id);

  const to = handleOf(world, number, user);
  const subject = { channel: 'whatsapp' as const, business_id: number.id, to, type, key: `${number.id}|${user}` };
  const fault = world.faults.take('send', subject);
  const refused = await refusal(world, graph.replyTracker, fault, 'whatsapp');
  if (refused) {
    return refused;
  }
  if (isBlocked(world.state, number, user)) {
    throw new GraphError('whatsapp', 130403);
  }
  requireRate(world, number, user);
  // Meta accepts a user ID in `to` as if it were a number, but never delivers or reports the message.
  const vanishes = recipient.by === 'misplaced_user_id';
  const closed =
    !vanishes && template === undefined && world.settings.windows !== 'off' && !windowIsOpen(world, number, user);
  if (closed && world.settings.windows === 'sync') {
    throw new GraphError('whatsapp', 131047);
  }

  const send: Send = {
    channel: 'whatsapp',
    business_id: number.id,
    to: input.replace(/^\+/, ''),
    type,
    external_id: wamidOf(world, number, user, 'business'),
    at: iso(world),
    payload: body,
    status: 'accepted',
  };
  world.state.keepSend(send);
  world.state.recipients.set(send.external_id, user);
  if (recipient.by === 'wa_id') {
    world.state.reach(number.id, user, world.clock.now(), world.settings.contactBook);
  }

  const contact = world.state.contact(number.id, user);
  const unfit = misfits(world, type, object(body[type]));
  const unwanted = template?.category === 'MARKETING' && hasStopped(world.state, number, user);
  const failure = closed
    ? 131047
    : contact.unreachable
      ? 131026
      : unwanted
        ? 131050
        : unfit
          ? 131053
          : lost
            ? 131009
            : undefined;
  const fails = fault?.outcome === 'fail' || failure !== undefined;
  const statuses = vanishes ? [] : (fault?.statuses ?? (fails ? ['failed'] : USUAL_STATUSES));
  const code = fault?.code ?? failure;
  const category = template?.category.toLowerCase();
  const what = { asset: number, send, user, statuses, code, details: fault?.details, category };
  const lostReply = await reportAroundReply(world, what, fault, graph.replyTracker.replied);
  if (lostReply) {
    return lostReply;
  }
  return {
    messaging_product: 'whatsapp',
    contacts: [
      { input, ...(recipient.by === 'user_id' ? { user_id: input } : { wa_id: world.state.numberOf(user) ?? user }) },
    ],
    messages: [{ id: send.external_id, ...(template ? { message_status: 'accepted' } : {}) }],
  };
}

const REACTION_DAYS = 30;
const WAMID = /^wamid\.[\w+/-]{16,}={0,2}$/;

/**
 * "Reaction messages": returns whether the reaction is accepted and fails later, because the message is older than
 * 30 days, belongs to another chat or is itself a reaction.
 *
 * @throws `GraphError` for an invalid message ID
 */
function isLost(world: World, number: Asset, user: string, message_id: unknown): boolean {
  const id = String(message_id);
  const received = world.state.inbound.get(id);
  const sent = world.state.sendsById.get(id);
  // Meta documents only the late failure. As elsewhere, an invalid message ID is refused at once.
  if (!received && !sent && !WAMID.test(id)) {
    throw new GraphError('whatsapp', 131009, { details: `Message with id ${id} not found.` });
  }
  const at = received ? Number(received.message.timestamp) * 1000 : Date.parse(sent?.at ?? '');
  const ofChat = received
    ? received.asset_id === number.id && received.user === user
    : sent?.business_id === number.id && world.state.recipients.get(id) === user;
  const kind = received ? received.message.type : sent?.type;
  return !ofChat || kind === 'reaction' || world.clock.now() - at > REACTION_DAYS * DAY_MS;
}

interface WhatsAppRecipient {
  input: string;
  user: string;
  by: 'wa_id' | 'user_id' | 'misplaced_user_id';
}

/** `to` may contain a +, spaces and dashes. `recipient` is a business-scoped user ID. With both, `to` is used. */
function requireRecipient(world: World, number: Asset, body: Json): WhatsAppRecipient {
  const to = text(body.to) || undefined;
  const input = to ?? text(body.recipient);
  if (input === undefined || input === '') {
    throw new GraphError('whatsapp', 100, { message: 'The parameter to is required.' });
  }
  const recipientType = body.recipient_type ?? 'individual';
  if (recipientType !== 'individual' && recipientType !== 'group') {
    throw new GraphError('whatsapp', 100, {
      message: `Param recipient_type must be one of {INDIVIDUAL, GROUP} - got "${String(recipientType)}".`,
    });
  }
  // Meta removes the country and uses the rest as a number.
  if (to !== undefined && BSUID.test(to)) {
    return { input, user: to.replace(/^.*\./, ''), by: 'misplaced_user_id' };
  }
  const isUserId = to === undefined;
  const user = isUserId && !BSUID.test(input) ? '' : world.state.userOf(number.id, input);
  if (user === '' && isUserId) {
    throw unknownRecipient();
  }
  if (user === '') {
    throw new GraphError('whatsapp', 131009, { details: 'Parameter value is not valid: to is not a phone number.' });
  }
  if (isUserId && /^..\.ENT\./.test(input) && !world.settings.parentUserIds) {
    throw unknownRecipient();
  }
  if (user === number.handle) {
    throw new GraphError('whatsapp', 131021);
  }
  return { input, user, by: isUserId ? 'user_id' : 'wa_id' };
}

/** Meta does not document the error for an ID of another form or portfolio. This is its code for invalid recipients. */
function unknownRecipient(): GraphError {
  return new GraphError('whatsapp', 131009, {
    details: 'Recipient does not exist or does not belong to this business portfolio.',
  });
}

function requireRate(world: World, number: Asset, user: string): void {
  const { throughput, pair } = world.settings.limits;
  if (throughput !== null && !takeToken(world, number.id, { burst: throughput, everyMs: 1000 / throughput })) {
    throw new GraphError('whatsapp', 130429);
  }
  if (pair !== null && !takeToken(world, `${number.id}|${user}`, pair)) {
    throw new GraphError('whatsapp', 131056);
  }
}

async function markAsRead(world: World, graph: GraphRequest, number: Asset): Promise<Json | Response> {
  const { body } = graph;
  if (body.status !== 'read') {
    throw new GraphError('whatsapp', 100, {
      message: `Param status must be one of {READ} - got "${String(body.status)}".`,
    });
  }
  const reader = world.state.inbound.get(String(body.message_id))?.user;
  const to = reader === undefined ? undefined : handleOf(world, number, reader);
  const fault = world.faults.take('read', { channel: 'whatsapp', business_id: number.id, to, key: number.id });
  const refused = await refusal(world, graph.replyTracker, fault, 'whatsapp');
  if (refused) {
    return refused;
  }
  const id = text(body.message_id);
  if (id === undefined) {
    throw new GraphError('whatsapp', 100, { message: 'The parameter message_id is required.' });
  }
  if (world.state.inbound.get(id)?.asset_id !== number.id) {
    // The texts of published responses.
    const isOutgoing = world.state.sendsById.get(id)?.business_id === number.id;
    const details = isOutgoing
      ? `Message supplied to mark message as read API with message ID: ${id} is outgoing. Please use an incoming message ID.`
      : 'Please check the message ID you have provided.';
    throw new GraphError('whatsapp', 100, { details });
  }
  checkTyping(world, number, body);
  keepRead(world.state, {
    channel: 'whatsapp',
    business_id: number.id,
    message_id: id,
    at: iso(world),
    payload: body,
  });
  return { success: true };
}
