import type { Inbound } from './receive.ts';
import type { Asset, Json } from './state.ts';
import type { World } from './world.ts';

/** What a customer's message carries beside from, id and timestamp: its type, its content, what it quotes. */
export function whatsappContent(world: World, number: Asset, user: string, inbound: Inbound): Json {
  return { ...context(world, number, user, inbound), text: { body: inbound.text ?? '' }, type: 'text' };
}

/** `context.from` is who wrote the quoted message: the customer, or the business by its display number. */
function context(world: World, number: Asset, user: string, inbound: Inbound): Json {
  if (inbound.reply_to === undefined) return {};
  const from = world.state.inbound.has(inbound.reply_to) ? user : number.handle;
  return { context: { from, id: inbound.reply_to } };
}
