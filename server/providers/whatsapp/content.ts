import { type CallbackContent, parseCallbackJson } from '../callback.ts';
import { type Json, numberAt, objectAt, objectsAt, textAt } from '../meta/values.ts';
import { metaErrorOf } from './statuses.ts';

type More = NonNullable<CallbackContent['more']>;

/** Returns the content of a message for which the specification has no field (received-content). */
export function moreOf(message: Json): More {
  const fields: { [Name in keyof More]: More[Name] | undefined } = {
    contacts: cardsOf(message),
    order: orderOf(message),
    form: formOf(message),
    referral: referralOf(message),
    group: groupOf(message),
    problem: problemOf(message),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function cardsOf(message: Json): More['contacts'] {
  const cards = message.type === 'contacts' ? objectsAt(message, 'contacts') : [];
  return cards.length > 0 ? cards.map(cardOf) : undefined;
}

/** Meta, "Contacts messages webhook reference". */
function cardOf(card: Json): NonNullable<More['contacts']>[number] {
  const parts = ['first_name', 'middle_name', 'last_name'].map((part) => textAt(card, 'name', part));
  const fullName = parts.filter((part) => part !== null).join(' ');
  return {
    name: textAt(card, 'name', 'formatted_name') ?? (fullName || null),
    phones: objectsAt(card, 'phones').map((one) => ({
      phone: textAt(one, 'phone'),
      type: textAt(one, 'type'),
      wa_id: textAt(one, 'wa_id'),
    })),
    emails: objectsAt(card, 'emails').map((one) => ({ email: textAt(one, 'email'), type: textAt(one, 'type') })),
    organization: textAt(card, 'org', 'company'),
  };
}

/** Meta, "Order messages webhook reference". */
function orderOf(message: Json): More['order'] {
  const order = objectAt(message, 'order');
  return (
    order && {
      catalog_id: textAt(order, 'catalog_id'),
      text: textAt(order, 'text'),
      items: objectsAt(order, 'product_items').map((item) => ({
        product_id: textAt(item, 'product_retailer_id'),
        quantity: numberAt(item, 'quantity'),
        price: numberAt(item, 'item_price'),
        currency: textAt(item, 'currency'),
      })),
    }
  );
}

/** Meta, "Receiving Flow responses". */
function formOf(message: Json): More['form'] {
  const reply = objectAt(message, 'interactive', 'nfm_reply');
  return reply && { name: textAt(reply, 'name'), text: textAt(reply, 'body'), response: responseOf(reply) };
}

/** The deepest nesting of an answer that can be stored. `JSON.stringify` overflows the stack at some thousand levels. */
const DEEPEST = 100;

function responseOf(reply: Json): NonNullable<More['form']>['response'] {
  const given = objectAt(reply, 'response_json');
  const text = textAt(reply, 'response_json');
  const response = given ?? (text === null ? undefined : parsedObject(text));
  return response !== undefined && depthOf(response) <= DEEPEST ? response : text;
}

function parsedObject(text: string): Json | undefined {
  try {
    return objectAt(parseCallbackJson(text));
  } catch {
    return undefined;
  }
}

function depthOf(value: unknown): number {
  let depth = 0;
  for (let level: unknown[] = [value]; level.length > 0 && depth <= DEEPEST; depth += 1) {
    level = level.flatMap((one) => (one !== null && typeof one === 'object' ? Object.values(one) : []));
  }
  return depth;
}

/** Meta, "Messages webhook reference": `referral` of ads and posts, `context.referred_product` of product questions. */
function referralOf(message: Json): More['referral'] {
  const referral = objectAt(message, 'referral');
  const referred = objectAt(message, 'context', 'referred_product') ?? objectAt(referral, 'product');
  if (!referral && !referred) {
    return undefined;
  }
  return {
    source: textAt(referral, 'source_type')?.toLowerCase() ?? (referred ? 'product' : null),
    source_id: textAt(referral, 'source_id'),
    url: textAt(referral, 'source_url'),
    headline: textAt(referral, 'headline'),
    body: textAt(referral, 'body'),
    media_url: textAt(referral, 'image_url') ?? textAt(referral, 'video_url') ?? textAt(referral, 'thumbnail_url'),
    click_id: textAt(referral, 'ctwa_clid'),
    ref: textAt(referral, 'ref'),
    product: referred
      ? {
          catalog_id: textAt(referred, 'catalog_id'),
          product_id: textAt(referred, 'product_retailer_id') ?? textAt(referred, 'product_id'),
        }
      : null,
  };
}

function groupOf(message: Json): More['group'] {
  const id = textAt(message, 'group_id');
  return id === null ? undefined : { id };
}

function problemOf(message: Json): More['problem'] {
  const [error] = objectsAt(message, 'errors');
  if (!error) {
    return undefined;
  }
  const { code, title, provider_message } = metaErrorOf(error);
  return { code: code === 'unknown' ? null : code, title: title ?? provider_message };
}
