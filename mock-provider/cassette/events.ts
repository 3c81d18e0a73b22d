import type { RecordedExchange } from './cassette.ts';

interface CallbackEntry {
  changes?: {
    field?: string;
    value?: {
      statuses?: { id?: string; status?: string }[];
      messages?: { id?: string }[];
      message_echoes?: { id?: string }[];
      message_template_id?: number | string;
    };
  }[];
  messaging?: Record<string, unknown>[];
  standby?: Record<string, unknown>[];
}

/** One event of a callback: its kind, and what it is about. */
export interface RecordedEvent {
  kind: string;
  /** The ID of a message or a template; empty if the event has none. */
  about: string;
  /** The part of the body that contains it. */
  value: unknown;
}

/** Returns the events of a callback's body. */
export function eventsOf(body: unknown): RecordedEvent[] {
  const entries = (body as { entry?: CallbackEntry[] } | undefined)?.entry;
  if (!Array.isArray(entries)) {
    return [];
  }
  return entries.flatMap((entry) => [
    ...(entry.changes ?? []).flatMap(({ field = '', value = {} }) => {
      const statuses = (value.statuses ?? []).map(({ id = '', status = '' }) => ({ kind: status, about: id, value }));
      const messages = (value.messages ?? []).map(({ id = '' }) => ({ kind: 'message', about: id, value }));
      const echoes = (value.message_echoes ?? []).map(({ id = '' }) => ({ kind: 'echo', about: id, value }));
      const events = [...statuses, ...messages, ...echoes];
      return events.length > 0 ? events : [{ kind: field, about: String(value.message_template_id ?? ''), value }];
    }),
    ...[...(entry.messaging ?? []), ...(entry.standby ?? [])].map((value) => eventOfPage(value)),
  ]);
}

/** Returns an event of Messenger or Instagram. Its kind is the name of the field that contains it. */
function eventOfPage(value: Record<string, unknown>): RecordedEvent {
  const message = value.message as { mid?: string; is_echo?: boolean } | undefined;
  const mids = (value.delivery as { mids?: string[] } | undefined)?.mids;
  const others = [value.read, value.postback, value.reaction, value.message_edit] as ({ mid?: string } | undefined)[];
  const mid = message?.mid ?? mids?.[0] ?? others.find((one) => one?.mid !== undefined)?.mid ?? '';
  const kind = Object.keys(value).find((name) => !['sender', 'recipient', 'timestamp'].includes(name)) ?? '';
  return { kind: message?.is_echo ? 'echo' : kind, about: mid, value };
}

/** Returns the name of an exchange in a report. */
export function nameOf({ kind, request }: RecordedExchange): string {
  if (kind === 'request') {
    return `${request.method} ${request.path}`;
  }
  const events = eventsOf(request.body && 'json' in request.body ? request.body.json : undefined);
  return `callback ${events.length === 0 ? request.method : events.map((event) => event.kind).join(', ')}`;
}
