// biome-ignore lint/suspicious/noExplicitAny: callbacks of Meta
type Json = any;

type KindTest = (item: Json) => boolean;

/** Kinds of WhatsApp messages on which a bot can break, apart from Meta's types. */
const MESSAGES = {
  contacts: ({ type }) => type === 'contacts',
  sticker: ({ type }) => type === 'sticker',
  place: ({ location }) => location && location.name === undefined,
  unreaction: ({ reaction }) => reaction && reaction.emoji === undefined,
  forwarded: ({ context }) => context?.forwarded,
  list: ({ interactive }) => interactive?.list_reply !== undefined,
  order: ({ type }) => type === 'order',
  form: ({ interactive }) => interactive?.type === 'nfm_reply',
  referral: ({ referral, context }) => Boolean(referral ?? context?.referred_product),
  button: ({ button, interactive }) =>
    (button && !button.payload) || (interactive?.button_reply && !interactive.button_reply.id),
  unsupported: ({ type, errors }) => type === 'unsupported' && errors !== undefined,
  'missing-file': ({ type, errors }) => type === 'document' && errors !== undefined,
  edit: ({ type }) => type === 'edit',
  revoke: ({ type }) => type === 'revoke',
  system: ({ type }) => type === 'system',
  'opened-chat': ({ type }) => type === 'request_welcome',
  'parent-id': ({ from_parent_user_id }) => from_parent_user_id !== undefined,
  'shared-number': ({ contacts }) => contacts?.some(({ origin }: Json) => origin === 'contact_request'),
} satisfies Record<string, KindTest>;

/** Kinds of values in `changes`. */
const CHANGES = {
  echo: ({ field }) => field === 'smb_message_echoes',
  account: ({ field }) => field === 'account_update',
  quality: ({ field }) => field === 'phone_number_quality_update',
  capability: ({ field }) => field === 'business_capability_update',
  category: ({ field }) => field === 'template_category_update',
  preferences: ({ field }) => field === 'user_preferences',
  history: ({ field }) => field === 'history',
  'phone-contacts': ({ field }) => field === 'smb_app_state_sync',
  errors: ({ field, value }) => field === 'messages' && value.errors !== undefined,
  pricing: ({ value }) => value.statuses?.some(({ pricing }: Json) => pricing?.category === 'something_new'),
  'user-status': ({ value }) => value.statuses?.some(({ recipient_id }: Json) => recipient_id === undefined),
  'user-change': ({ field }) => field === 'user_id_update',
  'other-number': ({ value }) => value.metadata?.phone_number_id === '999000111222333',
} satisfies Record<string, KindTest>;

/** Kinds of events of Messenger and Instagram. */
const EVENTS = {
  'page-reaction': ({ reaction }) => reaction !== undefined,
  'page-optin': ({ optin }) => optin !== undefined,
  'page-unsupported': ({ message }) => message?.is_unsupported,
  'page-files': ({ message }) => message?.attachments?.length > 1,
  'page-share': ({ message }) => message?.attachments?.some(({ type }: Json) => type === 'reel'),
  'page-referral': ({ referral }) => referral !== undefined,
  'page-story': ({ message }) => message?.reply_to?.story !== undefined,
  'page-payload': ({ postback }) => postback && postback.payload === undefined,
  'page-edit': ({ message_edit }) => message_edit !== undefined,
  'page-deletion': ({ message }) => message?.is_deleted,
  'page-echo': ({ message }) => message?.is_echo && message.metadata === undefined,
} satisfies Record<string, KindTest>;

export type CallbackKind = keyof typeof MESSAGES | keyof typeof CHANGES | keyof typeof EVENTS | 'page-standby';

/** Returns whether a callback has something of this kind. */
export function hasKind({ entry }: Json, kind: CallbackKind): boolean {
  const changes = entry.flatMap(({ changes: own = [] }: Json) => own);
  const messages = changes.flatMap(({ value }: Json) => value.messages ?? []);
  const events = entry.flatMap(({ messaging = [], standby = [] }: Json) => [...messaging, ...standby]);
  const isOfKind = (tests: Record<string, KindTest>, items: Json[]): boolean =>
    items.some((item) => tests[kind]?.(item));
  return (
    isOfKind(MESSAGES, messages) ||
    isOfKind(CHANGES, changes) ||
    isOfKind(EVENTS, events) ||
    (kind === 'page-standby' && entry.some(({ standby }: Json) => standby))
  );
}
