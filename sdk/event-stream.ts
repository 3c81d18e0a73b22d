/** One event of a stream of server-sent events. */
export interface StreamedEvent {
  /** `message` unless the server names it. */
  event: string;
  data: string;
}

/**
 * Reads server-sent events out of text that comes in pieces, as https://html.spec.whatwg.org/multipage/server-sent-events.html has
 * it: lines end in LF, CR or both; an event that was not ended by an empty line has not happened.
 */
export class EventStreamParser {
  /** The id that the stream gave last; it also stands in frames without data. */
  lastEventId: string | undefined;
  /** Milliseconds to wait before coming back, if the stream has said so. */
  retry: number | undefined;
  #rest = '';
  #endedInCr = false;
  #id: string | undefined;
  #event = '';
  #data: string[] = [];

  /** Gives the events that this piece of the text completes. */
  push(text: string): StreamedEvent[] {
    // The LF of a CR LF whose CR ended the piece before.
    const fresh = this.#endedInCr && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') {
      this.#endedInCr = text.endsWith('\r');
    }
    // Only what is new can hold the end of a line.
    const [first = '', ...others] = fresh.split(/\r\n|\n|\r/);
    const lines = [this.#rest + first, ...others];
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => (line === '' ? this.#dispatch() : this.#field(line)));
  }

  #field(line: string): [] {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') {
      this.#data.push(value);
    } else if (name === 'event') {
      this.#event = value;
    } else if (name === 'id' && !value.includes('\0')) {
      this.#id = value;
    } else if (name === 'retry' && /^\d+$/.test(value)) {
      this.retry = Number(value);
    }
    return [];
  }

  #dispatch(): StreamedEvent[] {
    this.lastEventId = this.#id ?? this.lastEventId;
    const events = this.#data.length === 0 ? [] : [{ event: this.#event || 'message', data: this.#data.join('\n') }];
    this.#event = '';
    this.#data = [];
    return events;
  }
}
