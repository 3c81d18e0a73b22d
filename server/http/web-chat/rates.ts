import type { Request } from '@hapi/hapi';
import {
  WEB_MESSAGES_PER_MINUTE,
  WEB_REQUESTS_PER_MINUTE,
  WEB_STREAMS,
  WEB_VISITORS_PER_MINUTE,
} from '@wigwag/openapi';
import ipaddr from 'ipaddr.js';
import type { App } from '../../app/app.ts';
import { RateLimiter } from '../../app/rate-limit.ts';
import type { Visitor } from '../../domain/web-chat/visitor.ts';
import { sourceAddress } from '../request/source-address.ts';
import { ChatRefusal } from './errors.ts';

const keyOf = ({ connection, id }: Visitor): string => `visitor ${connection.id} ${id}`;

/**
 * Returns the network of an address. One client usually holds all 2^64 addresses of an IPv6 network, so they count as
 * one client.
 */
function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) {
    return address;
  }
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString();
}

/**
 * Enforces the limits on visitors and addresses (web-limits).
 *
 * @see openapi/decisions.md
 */
export interface Rates {
  /**
   * The following functions each count one more event.
   *
   * @throws {ChatRefusal} too_fast
   */
  countRequest(request: Request): void;
  countVisitor(request: Request, visitor: Visitor): void;
  countMessage(request: Request, visitor: Visitor): void;
  countNewVisitor(request: Request): void;
  /**
   * Counts an open page, and returns a function to call when the page closes.
   *
   * @throws {ChatRefusal} too_many_pages
   */
  openPage(request: Request, visitor: Visitor): () => void;
  clear(): void;
}

export function createRates(app: App): Rates {
  const limiter = new RateLimiter<string>();
  const pages = new Map<string, number>();
  const addressOf = (request: Request) => `address ${networkOf(sourceAddress(request, app.config.trustProxy))}`;

  function count(request: Request, key: string, perMinute: number): void {
    const rate = limiter.count(key, perMinute, app.clock.now());
    request.app.rate = rate;
    if (rate.retryAfter !== undefined) {
      throw new ChatRefusal('too_fast', `At most ${rate.limit} a minute and ${rate.burst} a second are allowed.`, {
        headers: { 'Retry-After': String(rate.retryAfter) },
      });
    }
  }

  function add(key: string, change: 1 | -1): void {
    const open = (pages.get(key) ?? 0) + change;
    if (open > 0) {
      pages.set(key, open);
    } else {
      pages.delete(key);
    }
  }

  return {
    countRequest: (request) => count(request, addressOf(request), WEB_REQUESTS_PER_MINUTE.address),
    countVisitor: (request, visitor) => count(request, keyOf(visitor), WEB_REQUESTS_PER_MINUTE.visitor),
    countMessage: (request, visitor) => count(request, `${keyOf(visitor)} writes`, WEB_MESSAGES_PER_MINUTE),
    countNewVisitor: (request) => count(request, `${addressOf(request)} begins`, WEB_VISITORS_PER_MINUTE),
    openPage(request, visitor) {
      const keys = [
        [keyOf(visitor), WEB_STREAMS.visitor],
        [addressOf(request), WEB_STREAMS.address],
      ] as const;
      const full = keys.find(([key, most]) => (pages.get(key) ?? 0) >= most);
      if (full) {
        throw new ChatRefusal('too_many_pages', `At most ${full[1]} pages may be open at once.`, {
          headers: { 'Retry-After': '10' },
        });
      }
      for (const [key] of keys) {
        add(key, 1);
      }
      return () => {
        for (const [key] of keys) {
          add(key, -1);
        }
      };
    },
    clear: () => limiter.clear(),
  };
}
