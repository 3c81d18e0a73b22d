/** One event of a stream of server-sent events. */
interface StreamedEvent {
  /** `message` unless the server names it. */
  event: string;
  data: string;
}

/** State that the stream sets. */
export interface StreamState {
  /** The latest ID of the stream. Frames without data can also set it. */
  lastEventId?: string | undefined;
  /** Milliseconds to wait before reconnecting, if the stream has set it. */
  retry?: number | undefined;
}

/**
 * Parses server-sent events from text that arrives in chunks. Lines end in LF, CR or both. An event without a final
 * empty line is dropped. Source: https://html.spec.whatwg.org/multipage/server-sent-events.html
 *
 * @param state receives the ID and the retry time of the stream
 * @returns a function that returns the events that a chunk completes
 */
export function eventReader(state: StreamState): (text: string) => StreamedEvent[] {
  let rest = '';
  let endedInCr = false;
  let id: string | undefined;
  let event = '';
  let data: string[] = [];
  return (text) => {
    // Only the new chunk can contain a line end. An LF may belong to the CR that ended the previous chunk.
    const lines = (endedInCr ? text.replace(/^\n/, '') : text).split(/\r\n|\n|\r/);
    endedInCr = text ? text.endsWith('\r') : endedInCr;
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? '';
    return lines.flatMap((line) => {
      if (line) {
        const [, name, value = ''] = /^([^:]*):? ?(.*)/s.exec(line) ?? [];
        if (name === 'data') {
          data.push(value);
        } else if (name === 'event') {
          event = value;
        } else if (name === 'id' && !value.includes('\0')) {
          id = value;
        } else if (name === 'retry' && /^\d+$/.test(value)) {
          state.retry = Number(value);
        }
        return [];
      }
      state.lastEventId = id ?? state.lastEventId;
      const done = { event: event || 'message', data: data.join('\n') };
      const happened = data.length ? [done] : [];
      event = '';
      data = [];
      return happened;
    });
  };
}
