/** Server-sent events as they stand on the wire: https://html.spec.whatwg.org/multipage/server-sent-events.html */

interface ServerSentEvent {
  /** Where a client that comes back goes on. */
  id?: string;
  event?: string;
  /** Written as JSON, which has no line breaks. */
  data?: unknown;
  /** Milliseconds that a client waits before it comes back. */
  retry?: number;
}

/** One frame; without `data` it is a sign of life that no client shows, and that moves the client's place if it has an `id`. */
export function frameOf({ id, event, data, retry }: ServerSentEvent): string {
  const lines = [
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    data === undefined ? ':' : `data: ${JSON.stringify(data)}`,
  ];
  return `${lines.join('\n')}\n\n`;
}
