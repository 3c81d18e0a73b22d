/** One event of a stream of server-sent events. */
interface StreamedEvent {
  /** `message` unless the server names it. */
  event: string;
  data: string;
}

/** What a stream says of itself. */
export interface StreamState {
  /** The id that the stream gave last; it also stands in frames without data. */
  lastEventId?: string | undefined;
  /** Milliseconds to wait before coming back, if the stream has said so. */
  retry?: number | undefined;
}

/**
 * Reads server-sent events out of text that comes in pieces, as https://html.spec.whatwg.org/multipage/server-sent-events.html has
 * it: lines end in LF, CR or both; an event that was not ended by an empty line has not happened.
 *
 * @param state where it keeps what the stream says of itself
 * @returns what gives the events that a piece of the text completes
 */
export function eventReader(state: StreamState): (text: string) => StreamedEvent[] {
  let rest = '';
  let endedInCr = false;
  let id: string | undefined;
  let event = '';
  let data: string[] = [];
  return (text) => {
    // Only what is new can hold the end of a line; an LF may belong to the CR that ended the piece before.
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
