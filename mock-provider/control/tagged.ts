import { createHash } from 'node:crypto';

/**
 * Returns an answer as JSON with an `ETag`, or 304 if the caller already has it (`If-None-Match`). The page asks every
 * second, and gets a body only for what changed.
 */
export function tagged(answer: unknown, header: (name: string) => string | undefined): Response {
  const body = JSON.stringify(answer);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = { etag, 'cache-control': 'no-cache' };
  return header('if-none-match') === etag
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers: { ...headers, 'content-type': 'application/json' } });
}
