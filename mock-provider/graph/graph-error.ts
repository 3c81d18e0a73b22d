import type { Channel } from '../world/state.ts';
import { errorRow, type GraphErrorRow } from './graph-errors.ts';

interface GraphErrorOptions {
  subcode?: number;
  message?: string;
  details?: string;
  http?: number;
  type?: string;
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
    };
    super(row.message);
    this.row = row;
    this.channel = channel;
  }

  /** The body of the response. Cloud API and Messenger put "(#code) " before the title, except in token errors. */
  body(trace: string): { error: Record<string, unknown> } {
    const { code, subcode, message, details, transient } = this.row;
    const type = this.row.type ?? (code === 100 && subcode === 33 ? 'GraphMethodException' : 'OAuthException');
    const bare = type !== 'OAuthException' || [0, 1, 2, 104, 190, 2500].includes(code);
    return {
      error: {
        message: bare || message.startsWith('(#') ? message : `(#${code}) ${message}`,
        type,
        code,
        ...(subcode === undefined ? {} : { error_subcode: subcode }),
        ...(this.channel === 'whatsapp' && details !== undefined
          ? { error_data: { messaging_product: 'whatsapp', details } }
          : {}),
        ...(transient ? { is_transient: true } : {}),
        fbtrace_id: trace,
      },
    };
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
