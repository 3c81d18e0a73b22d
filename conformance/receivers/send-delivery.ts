import { createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { BodyTooLarge, boundedText } from '../bounded-body.ts';
import { causeOf, noResponse } from '../no-response.ts';
import { TargetError } from '../verdict.ts';
import { type Delivery, inbound, newId } from './deliveries.ts';

/** After this many consecutive deliveries without a complete response, no more are sent. */
const GIVES_UP_AFTER = 3;
/** The status if there was no response, or if the response did not end. */
export const NONE = 0;
export const TOO_LARGE = -1;
const PIECE_MILLISECONDS = 50;

/** A receiver that gets deliveries. */
export interface Receiver {
  /** Returns the status, NONE or TOO_LARGE. @throws {TargetError} if no delivery has had a response */
  send(delivery: Delivery): Promise<number>;
  /** Whether deliveries are no longer sent, because the last ones had no response. */
  hasGivenUp(): boolean;
  /** The time of each response, in milliseconds. */
  durations: readonly number[];
  timeoutMilliseconds: number;
}

/**
 * Posts a body in pieces and returns the status. Unlike fetch, it keeps the case of header names. The pieces end within
 * characters that take several bytes.
 */
async function postInPieces(
  url: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<number> {
  const raw = Buffer.from(body);
  const request = (url.startsWith('https:') ? https : http).request(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Length': raw.length },
    agent: false,
    signal,
  });
  const responded = new Promise<number>((resolve, reject) => {
    request.on('error', reject).on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? NONE);
    });
  });
  responded.catch(() => {});
  const within = raw.findIndex((byte) => byte >= 0xc0) + 1;
  for (const [from, to] of [
    [0, within],
    [within, within + 1],
    [within + 1, raw.length],
  ]) {
    request.write(raw.subarray(from, to));
    // The receiver reads each piece alone.
    await sleep(PIECE_MILLISECONDS);
  }
  request.end();
  return responded;
}

/** Returns the receiver at a URL. @param ownSecret signs the deliveries that name no other secret */
export function createReceiver(url: string, ownSecret: string, timeoutMilliseconds: number): Receiver {
  let hasResponded = false;
  /** Consecutive deliveries without a complete response. */
  let silent = 0;
  const durations: number[] = [];

  async function send({
    event = 'message.received',
    id = newId(),
    data = inbound('Hello'),
    attempt = 1,
    age = 0,
    eventAge = 0,
    spoil = (raw) => raw,
    secret = ownSecret,
    spoilSignature = (signature) => signature,
    write = JSON.stringify,
    contentType = 'application/json',
    headerName,
  }: Delivery): Promise<number> {
    if (silent === GIVES_UP_AFTER) {
      return NONE;
    }
    const created_at = new Date(Date.now() - eventAge * 1000).toISOString();
    const raw = write({ id, event, api_version: 'v1', created_at, company_id: 1, attempt, data });
    const time = Math.floor(Date.now() / 1000) - age;
    const v1 = createHmac('sha256', secret).update(`${time}.${raw}`).digest('hex');
    const signature = spoilSignature(`t=${time},v1=${v1}`);
    const headers = {
      'Content-Type': contentType,
      'X-Service-Event': event,
      'X-Service-Delivery-Id': id,
      'X-Service-Attempt': String(attempt),
      ...(signature !== undefined && { 'X-Service-Signature': signature }),
    };
    const body = spoil(raw);
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const started = performance.now();
    try {
      let code: number;
      if (headerName) {
        const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [headerName(name), value]));
        code = await postInPieces(url, named, body, signal);
      } else {
        const response = await fetch(url, { method: 'POST', redirect: 'manual', headers, body, signal });
        hasResponded = true;
        await boundedText(response);
        code = response.status;
      }
      silent = 0;
      durations.push(performance.now() - started);
      return code;
    } catch (error) {
      if (error instanceof BodyTooLarge) {
        silent++;
        return TOO_LARGE;
      }
      if (!hasResponded) {
        throw silentTarget(error);
      }
      durations.push(performance.now() - started);
      silent++;
      return NONE;
    }
  }

  function silentTarget(error: unknown): TargetError {
    const { code, name } = causeOf(error);
    if (code === 'ECONNREFUSED') {
      return new TargetError(`nothing listens at ${url}: start the receiver, or correct --url`);
    }
    const seconds = timeoutMilliseconds / 1000;
    return new TargetError(
      name === 'TimeoutError'
        ? `the receiver at ${url} did not respond within ${seconds} s: check that it is running`
        : `the receiver at ${url} did not respond: ${noResponse(error, seconds)}`,
    );
  }

  return { send, hasGivenUp: () => silent === GIVES_UP_AFTER, durations, timeoutMilliseconds };
}
