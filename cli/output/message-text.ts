import type { Schemas } from '@wigwag/sdk';

type HistoryMessage = Schemas['HistoryMessage'];

/** A message of a history or of `message.received`, with the fields that are shown. */
export type PrintedMessage = Schemas['MessageContent'] & { type: string } & Partial<
    Pick<HistoryMessage, 'text' | 'button' | 'location' | 'template' | 'sent_by' | 'edited_at' | 'deleted_at'>
  > & { media?: { filename?: string | null } | null };

/** The labels of types; other types have their own name as label. */
const LABELS: Readonly<Record<string, string>> = { text: '', edited: '', contacts: 'Contact' };

/** The text for a message without content, such as one that was deleted later. */
export const NOTHING = '(no text)';

/** The types whose content is a file. */
const FILES: readonly string[] = ['image', 'video', 'audio', 'document', 'sticker'];

/** The labels of shares; of other kinds, it is "Shared" and the kind. */
const SHARES: Readonly<Record<string, string>> = {
  story_mention: 'Mentioned you in a story',
  story_reply: 'Replied to your story',
};

/**
 * Returns the content of a message as one text. It contains what the customer wrote, including line breaks and escape
 * sequences. Values of an unexpected type are left out, because not every event comes from our server.
 */
export function messageText(message: PrintedMessage): string {
  const marks = marksOf(message);
  const content = isDeleted(message) ? 'Message deleted' : contentOf(message);
  return spaced(content, marks === '' ? '' : `(${marks})`) || NOTHING;
}

const isDeleted = ({ type, deleted_at }: PrintedMessage): boolean => type === 'deleted' || Boolean(deleted_at);

function contentOf(message: PrintedMessage): string {
  const { type, text, problem, referral } = message;
  if (type === 'unsupported') {
    return labelled('Cannot be shown', problemOf(problem), text);
  }
  if (problem) {
    return labelled(`${labelOf(message)} is missing`, problemOf(problem), text);
  }
  if (type === 'reaction' && !isShown(text)) {
    return 'Reaction removed';
  }
  if (type === 'referral' && !isShown(text)) {
    return spaced('Opened the chat', originOf(referral));
  }
  return labelled(labelOf(message), detailsOf(message), text);
}

/** Returns the kind of content and the name of the file or template; nothing for a text. */
function labelOf({ type, template, media, share }: PrintedMessage): string {
  if (type === 'share' && share) {
    return SHARES[share.kind] ?? spaced('Shared', share.kind);
  }
  const label = LABELS[type] ?? type.charAt(0).toUpperCase() + type.slice(1);
  return spaced(label, template, FILES.includes(type) ? media?.filename : '');
}

/** Returns the content other than the text. */
function detailsOf(message: PrintedMessage): string {
  const { type, text, button, location, share } = message;
  return listed(
    listOf(message.contacts).map(cardOf).join('; '),
    listed(...listOf(message.order?.items).map(itemOf)),
    message.form ? answersOf(message.form.response) : '',
    isShown(button?.title) ? button.title : button?.payload,
    listed(location?.name, location?.address, location?.latitude, location?.longitude),
    type === 'share' && share ? spaced(share.title, addressIn(share, text)) : '',
  );
}

/** Returns in which way the message differs from one that the customer just wrote. */
function marksOf(message: PrintedMessage): string {
  const { type, text, share, referral, group, sent_by, edited_at } = message;
  const context = [
    share && type !== 'share'
      ? labelled(SHARES[share.kind]?.toLowerCase() ?? share.kind, spaced(share.title, addressIn(share, text)))
      : '',
    referral && (type !== 'referral' || isShown(text)) ? originOf(referral) : '',
    type === 'edited' || edited_at ? 'edited' : '',
  ];
  return listed(...(isDeleted(message) ? [] : context), group ? spaced('in the group', group.id) : '', sent_by);
}

/** Returns a label, the details and the text, without a text that the details repeat. */
function labelled(label: string, details: string, text?: unknown): string {
  const isRepeated = text === details || (label === 'Form' && details !== '');
  return [label, details, isRepeated ? '' : text].filter(isShown).join(': ');
}

const cardOf = ({ name, phones, emails, organization }: Schemas['ContactCard']): string =>
  spaced(
    name,
    listed(...listOf(phones).map(({ phone, wa_id }) => phone ?? wa_id)),
    listed(...listOf(emails).map(({ email }) => email)),
    isShown(organization) ? `(${organization})` : '',
  );

function itemOf({ product_id, quantity, price, currency }: Schemas['Order']['items'][number]): string {
  const options = { minimumFractionDigits: decimalsOf(currency), maximumFractionDigits: 20, useGrouping: false };
  const priced = typeof price === 'number' ? spaced(price.toLocaleString('en', options), currency) : '';
  return spaced(isShown(quantity) ? `${quantity} x` : '', product_id, priced);
}

/** Returns the usual number of decimals in prices. */
function decimalsOf(currency: string | null): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency: currency ?? '' });
    return format.resolvedOptions().minimumFractionDigits ?? 0;
  } catch {
    return 0; // not a currency
  }
}

/** Returns what the customer entered in a form. The token identifies the form to the business. */
const answersOf = (response: unknown): string =>
  typeof response === 'object' && response !== null
    ? Object.entries(response)
        .filter(([name]) => name !== 'flow_token')
        .map(([name, value]) => spaced(name, isShown(value) ? value : JSON.stringify(value)))
        .join(', ')
    : spaced(response);

/** Returns the address of a share, unless the text contains it. */
const addressIn = ({ url }: Schemas['Share'], text: unknown): string =>
  isShown(url) && !(isShown(text) && `${text}`.includes(url)) ? url : '';

const problemOf = (problem: Schemas['ContentProblem'] | undefined): string =>
  spaced(problem?.title, isShown(problem?.code) ? `(${problem.code})` : '');

/** Returns where the customer came from. */
function originOf(referral: Schemas['Referral'] | undefined): string {
  const { source, source_id, url, headline, ref, product } = referral ?? {};
  const about = isShown(product?.product_id) ? `about the product ${product.product_id}` : '';
  if (source === 'product' && about !== '') {
    return about;
  }
  return spaced('from', isShown(source) ? `the ${source}` : '', [headline, ref, source_id, url].find(isShown), about);
}

const isShown = (value: unknown): value is string | number | boolean =>
  value !== '' && ['string', 'number', 'boolean'].includes(typeof value);

/** Returns the values that can be shown, with a space between them. */
const spaced = (...values: unknown[]): string => values.filter(isShown).join(' ');

/** Does the same with commas. */
const listed = (...values: unknown[]): string => values.filter(isShown).join(', ');

const listOf = <Item>(items: readonly Item[] | undefined): readonly Item[] =>
  Array.isArray(items) ? items.filter((item) => item !== null && typeof item === 'object') : [];
