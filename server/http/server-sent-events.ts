/** One server-sent event: https://html.spec.whatwg.org/multipage/server-sent-events.html */

interface ServerSentEvent {
  /** The position from which a reconnecting client continues. */
  id?: string;
  event?: string;
  /** Sent as JSON, which contains no line breaks. */
  data?: unknown;
  /** How long a client waits before it reconnects, in milliseconds. */
  retry?: number;
}

/**
 * Returns one frame. Without `data` it is a heartbeat, which clients do not show; an `id` in it still advances the
 * client's position.
 */
export function frameOf({ id, event, data, retry }: ServerSentEvent): string {
  const lines = [
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    data === undefined ? ':' : `data: ${JSON.stringify(data)}`,
  ];
  return `${lines.join('\n')}\n\n`;
}
