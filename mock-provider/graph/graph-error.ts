import type { Channel } from '../world/state.ts';
import type { GraphErrorRow } from './graph-error-row.ts';
import { errorRow } from './graph-errors.ts';

interface GraphErrorOptions {
  subcode?: number;
  message?: string;
  details?: string;
  http?: number;
  type?: string;
  /** `error_user_msg`, for an error that has a text for the user. */
  userMessage?: string;
}

/** Thrown by an endpoint to return an error from the tables. */
export class GraphError extends Error {
  readonly row: GraphErrorRow;
  readonly channel: Channel;

  constructor(channel: Channel, code: number, options: GraphErrorOptions = {}) {
    const found = errorRow(channel, code, options.subcode);
    const row = {
      ...found,
      http: options.http ?? found.http,
      message: options.message ?? found.message,
      details: options.details ?? found.details,
      type: options.type ?? found.type,
      user: found.user && { ...found.user, message: options.userMessage ?? found.user.message },
    };
    super(row.message);
    this.row = row;
    this.channel = channel;
  }

  /** The body of the response. Cloud API and Messenger put "(#code) " before the title, except in token errors. */
  body(trace: string): { error: Record<string, unknown> } {
    const { code, subcode, details, transient, user } = this.row;
    const type = this.row.type ?? (code === 100 && subcode === 33 ? 'GraphMethodException' : 'OAuthException');
    return {
      error: {
        message: this.#title(type),
        type,
        code,
        ...(subcode === undefined ? {} : { error_subcode: subcode }),
        ...(this.channel === 'whatsapp' && details !== undefined
          ? { error_data: { messaging_product: 'whatsapp', details } }
          : {}),
        ...(transient ? { is_transient: true } : {}),
        ...(user ? { is_transient: false, error_user_title: user.title, error_user_msg: user.message } : {}),
        fbtrace_id: trace,
      },
    };
  }

  #title(type: string): string {
    const { code, message, user } = this.row;
    const bare = type !== 'OAuthException' || user !== undefined || [0, 1, 2, 104, 190, 2500].includes(code);
    return bare || message.startsWith('(#') ? message : `(#${code}) ${message}`;
  }
}

/** Returns the error for a `failed` status. It has no type and trace, but a link to the page. */
export function callbackError(
  code: number,
  options: { title?: string; details?: string } = {},
): Record<string, unknown> {
  const row = errorRow('whatsapp', code);
  const title = options.title ?? row.message;
  return {
    code,
    title,
    message: title,
    error_data: { details: options.details ?? row.details ?? title },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  };
}
