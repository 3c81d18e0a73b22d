import type { Request } from '@hapi/hapi';
import { addressOf } from '../base/address-network.ts';
import type { Network } from '../config/config.ts';
import { loggedText } from './logged-text.ts';
import { sourceAddress } from './request/source-address.ts';

/** One line of a request log. */
export interface ServedRequest {
  at: string;
  method: string;
  /** Without the query, shortened, and with keys and phone numbers masked. */
  path: string;
  /** 0 if the client disconnected before it got a response. */
  status: number;
  ms: number;
  request_id: string | null;
  /** The code of the API's error, if the response is one. */
  error: string | null;
  /** The ID of the key; null without a known key, and in the dashboard. */
  key: number | null;
  /** The address of the client; null if it is unknown. */
  ip: string | null;
}

/** Returns the line of a request whose response is complete. */
export function servedRequest(request: Request, trusted: readonly Network[]): ServedRequest {
  const { app, info, method, path, raw, response } = request;
  const { received, responded, completed } = info;
  const source = (response as { source?: { error?: { code?: unknown } } | string | null } | null)?.source;
  const code = typeof source === 'object' ? source?.error?.code : undefined;
  const keyId = app.caller?.key.id ?? 0;
  return {
    at: new Date(received).toISOString(),
    method: method.toUpperCase(),
    path: loggedText(path),
    status: responded === 0 ? 0 : raw.res.statusCode,
    ms: (responded || completed) - received,
    request_id: (raw.res.getHeader('x-request-id') as string | undefined) ?? null,
    error: typeof code === 'string' ? code : null,
    // The caller of a session has an ID below zero.
    key: keyId > 0 ? keyId : null,
    ip: addressOf(sourceAddress(request, trusted)) ?? null,
  };
}
