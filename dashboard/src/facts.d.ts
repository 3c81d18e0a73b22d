/** Tables of the API document, which vite.config.ts takes from `@wigwag/openapi`. */
declare module 'virtual:facts' {
  type OpenApi = typeof import('@wigwag/openapi');
  export const CAPABILITIES: OpenApi['CAPABILITIES'];
  export const CHANNELS: OpenApi['CHANNELS'];
  export const DELIVERY_FAILURES_TO_DISABLE: OpenApi['DELIVERY_FAILURES_TO_DISABLE'];
  /** The longest texts of a webhook endpoint. */
  export const ENDPOINT_LIMITS: Readonly<Record<'name' | 'filter', number>>;
  export const EVENTS: OpenApi['EVENTS'];
  export const FAILURE_FIXES: OpenApi['FAILURE_FIXES'];
  export const SCOPES: OpenApi['SCOPES'];
  export const LIST_MAX_ROWS: OpenApi['LIST_MAX_ROWS'];
  /** The most buttons of a message, and the longest texts of buttons and lists. */
  export const INTERACTIVE_LIMITS: Readonly<
    Record<
      'buttons' | 'buttonsText' | 'buttonTitle' | 'listText' | 'listButton' | 'rowTitle' | 'rowDescription',
      number
    >
  >;
  export const REQUESTS_PER_MINUTE: OpenApi['REQUESTS_PER_MINUTE'];
  /** What each scope allows. */
  export const SCOPE_TEXTS: Readonly<Record<OpenApi['SCOPES'][number], string>>;
  /** What to do about an error, by its code (section 7). */
  export const FIXES: Readonly<Record<string, string>>;
}
