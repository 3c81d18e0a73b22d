import type { Channel, ErrorCode } from '@wigwag/openapi';
import type { Answer } from '../answer.ts';
import type { Context } from '../context.ts';
import { that } from '../expectations.ts';

export const CHANNELS: readonly Channel[] = ['whatsapp', 'instagram', 'messenger', 'web'];
/** Channels with a window (§1). */
export const WINDOWED = ['whatsapp', 'instagram', 'messenger'] as const;
export const MINUTE = 60;
export const HOUR = 3600;
export const DAY = 86_400;

/** Every text and number anywhere in a value. */
export function* leaves(node: unknown): Generator<string | number | boolean> {
  if (Array.isArray(node)) {
    for (const one of node) {
      yield* leaves(one);
    }
  } else if (node !== null && typeof node === 'object') {
    yield* leaves(Object.values(node));
  } else if (node !== null && node !== undefined) {
    yield node as string | number | boolean;
  }
}

/**
 * That these values stand somewhere in a request to the provider, in this order. How a provider is asked is not the
 * specification's, so where they stand is left open.
 */
export function carries(payload: unknown, values: readonly (string | number)[], what: string): void {
  const found = [...leaves(payload)].map(String);
  let from = 0;
  for (const value of values.map(String)) {
    const at = found.findIndex((leaf, i) => i >= from && (leaf === value || leaf.includes(value)));
    that(
      at >= 0,
      `${what} reaches the provider: ${value.slice(0, 60)}`,
      found.map((leaf) => leaf.slice(0, 80)),
    );
    from = at;
  }
}

/** The only send that the provider took from this account. */
export async function onlySend(t: Context): Promise<Awaited<ReturnType<Context['sends']>>[number]> {
  const sends = await t.sends();
  that(sends.length === 1, 'the provider took one message', sends.length);
  return sends[0] as (typeof sends)[number];
}

/** A refusal of a field: any code with 422, since which one stands for which field is often open. */
export const refusesField = (answer: Answer): Answer => answer.refuses(422);

/** A template with the parts given, approved unless told otherwise. */
export const body = (
  text: string,
  samples: string[] = [],
): { type: 'BODY'; text: string; example?: Record<string, unknown> } => ({
  type: 'BODY',
  text,
  ...(samples.length > 0 && { example: { body_text: [samples] } }),
});

/** What a table of refusals says of one row. */
export type Refusal = [slug: string, request: Record<string, unknown>, code?: ErrorCode | number];

export const query = (values: Record<string, string>): string => new URLSearchParams(values).toString();

/** The options that send an Idempotency-Key. */
export const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

/** The path of a send by GET. */
export const link = (values: Record<string, string>) => `/messages/template?${query(values)}`;
