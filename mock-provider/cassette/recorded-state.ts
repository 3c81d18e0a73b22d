import { getResponse } from 'msw';
import type { MockProvider } from '../mock-provider.ts';
import { DAY_MS } from '../world/clock.ts';
import type { Channel, Json } from '../world/state.ts';
import type { Bindings } from './bindings.ts';
import { type Cassette, fieldsOf, type RecordedExchange } from './cassette.ts';
import { eventsOf } from './events.ts';
import { fromPage, fromStandby, fromWhatsApp } from './inbound-of.ts';
import { jsonIn } from './values.ts';

/** The codes and subcodes of a person who cannot be written to. If a cassette has one, the mock checks windows. */
export const UNREACHABLE = /\b(131047|2018278|2534022|2018001|1545041)\b/;

const CHANNELS: Record<string, Channel> = {
  whatsapp_business_account: 'whatsapp',
  page: 'messenger',
  instagram: 'instagram',
};
const FILES = ['image', 'video', 'audio', 'document', 'sticker'];
/** The person of a message that the app marks as read, if the cassette does not have the message. */
/** Fields of WhatsApp with messages, of people and of the business in its own app. */
const WITH_MESSAGES = new Set<string | undefined>(['messages', 'smb_message_echoes']);
const SOMEONE = '19995550100';
const TWO_DAYS_MS = 2 * DAY_MS;
/** The mock decides on these failures from its own state. */
const DECIDED = [131047, 131009];

interface RecordedFields extends Json {
  template?: { name?: string; language?: { code?: string } };
}

const objectOf = (value: unknown): Json => {
  const inner = typeof value === 'string' ? jsonIn(value) : value;
  return typeof inner === 'object' && inner !== null ? (inner as Json) : {};
};
const errorOf = ({ response }: RecordedExchange): { code?: unknown; error_subcode?: unknown } =>
  objectOf(fieldsOf(response?.body).error);

/** Brings a mock to the state that a cassette shows: what Meta knew and decided, which is not in the requests. */
export class RecordedState {
  readonly #mock: MockProvider;
  readonly #cassette: Cassette;
  readonly #bindings: Bindings;
  /** By the ID of a message: the code of the failure that Meta reported later. */
  readonly #failures = new Map<string, number>();
  readonly #checksWindows: boolean;

  constructor(mock: MockProvider, cassette: Cassette, bindings: Bindings) {
    this.#mock = mock;
    this.#cassette = cassette;
    this.#bindings = bindings;
    this.#checksWindows = UNREACHABLE.test(JSON.stringify(cassette.exchanges));
    for (const { value } of this.#events()) {
      const { statuses = [] } = value as { statuses?: { id: string; status: string; errors?: { code: number }[] }[] };
      for (const { id, status, errors } of statuses) {
        if (status === 'failed' && errors?.[0]) {
          this.#failures.set(id, errors[0].code);
        }
      }
    }
  }

  /** Adds the messages and files that accepted requests refer to, if they are older than the recording. */
  async seed(): Promise<void> {
    const accepted = this.#cassette.exchanges.filter(isAccepted);
    const known = new Set(this.#events().map(({ about }) => about));
    for (const { response } of accepted) {
      const { messages = [] } = fieldsOf(response?.body) as { messages?: { id: string }[] };
      for (const { id } of messages) {
        known.add(id);
      }
    }
    for (const exchange of accepted) {
      const fields = fieldsOf(exchange.request.body) as RecordedFields;
      const number = this.#assetOf(exchange) ?? this.#assets().find(({ channel }) => channel === 'whatsapp');
      if (number?.channel !== 'whatsapp') {
        continue;
      }
      const message = fields.status === 'read' ? fields.message_id : objectOf(fields.reaction).message_id;
      if (typeof message === 'string' && !known.has(message)) {
        known.add(message);
        const from = { id: typeof fields.to === 'string' ? fields.to : SOMEONE };
        const base = { channel: 'whatsapp' as const, business_id: number.id, from };
        await this.#mock.receive({ ...base, type: 'text', text: 'earlier', external_id: message });
      }
      const file = fileOf(exchange, fields);
      if (file && !this.#isMedia(file.id)) {
        await this.#upload(exchange, number.id, file);
      }
    }
  }

  /** Brings the mock to the state in which Meta responded to a request. */
  prepare(exchange: RecordedExchange): void {
    const fields = fieldsOf(exchange.request.body) as RecordedFields;
    this.#mock.faults.clear();
    if (isAccepted(exchange) && /\/message_templates$/.test(exchange.request.path)) {
      this.#showTemplates(exchange);
    }
    if (fields.template) {
      this.#decideTemplate(exchange, fields.template);
    }
    if (/\/messages$/.test(exchange.request.path)) {
      this.#decideRecipient(exchange, fields);
    }
  }

  /** Repeats the acts of people and Meta that a callback reports. */
  async play({ request }: RecordedExchange): Promise<void> {
    const { object, entry = [] } = fieldsOf(request.body) as { object?: string; entry?: Json[] };
    const channel = CHANNELS[object ?? ''];
    if (channel === undefined) {
      return;
    }
    for (const { id, changes = [], messaging = [], standby = [] } of entry as {
      id: string;
      changes?: Json[];
      messaging?: Json[];
      standby?: Json[];
    }[]) {
      for (const { field, value } of changes as { field?: string; value: Json }[]) {
        if (field === 'message_template_status_update') {
          this.#changeTemplate(id, value);
        }
        for (const inbound of WITH_MESSAGES.has(field) ? fromWhatsApp(value, this.#bindings) : []) {
          this.#identify(value, inbound.from.id, inbound.business_id);
          await this.#mock.receive(inbound);
        }
      }
      for (const event of messaging) {
        for (const inbound of fromPage(channel, id, event, this.#bindings)) {
          // Most are of the app's own sends, which the mock echoes.
          if (!inbound.echo) {
            await this.#mock.receive(inbound);
          }
        }
      }
      for (const event of standby) {
        for (const inbound of fromStandby(channel, id, event, this.#bindings)) {
          await this.#mock.receive(inbound);
        }
      }
    }
  }

  #events() {
    const callbacks = this.#cassette.exchanges.filter(({ kind }) => kind === 'callback');
    return callbacks.flatMap(({ request }) => eventsOf(fieldsOf(request.body)));
  }

  /** Gives a person the user ID of the callback, so that the app's requests with this ID reach the person. */
  #identify({ contacts = [], messages = [] }: { contacts?: Json[]; messages?: Json[] }, id: string, number: string) {
    const message = messages.find(({ from }) => from === id);
    const user_id = message?.from_user_id ?? contacts.find(({ wa_id }) => wa_id === id)?.user_id;
    if (typeof user_id === 'string') {
      this.#mock.setContact({ business_id: number, id, user_id });
    }
  }

  /** Whether a file was uploaded or received in the cassette. */
  #isMedia(id: string): boolean {
    const { exchanges } = this.#cassette;
    return exchanges.some(({ kind, request, response }) => {
      const made = /\/media$/.test(request.path) && fieldsOf(response?.body).id === id;
      return made || (kind === 'callback' && JSON.stringify(request.body).includes(`"id":"${id}"`));
    });
  }

  async #upload(
    { request }: RecordedExchange,
    number: string,
    { id, type }: { id: string; type: string },
  ): Promise<void> {
    const form = new FormData();
    form.set('messaging_product', 'whatsapp');
    form.set('file', new Blob([new Uint8Array(1)], { type }));
    const { authorization = '' } = request.headers;
    const [, scheme = '', token = ''] = /^(\w+ )?(.*)$/.exec(authorization) ?? [];
    const headers = { authorization: scheme + this.#bindings.actual(token) };
    const upload = new Request(`https://graph.facebook.com/v25.0/${number}/media`, {
      method: 'POST',
      headers,
      body: form,
    });
    const response = await getResponse(this.#mock.handlers, upload);
    const uploaded = (await response?.json()) as { id?: string } | undefined;
    if (uploaded?.id !== undefined) {
      this.#bindings.bind(id, uploaded.id);
    }
  }

  /** A list shows the status of templates whose change is not in the cassette. */
  #showTemplates({ request, response }: RecordedExchange): void {
    if (request.method !== 'GET') {
      return;
    }
    const { data = [] } = fieldsOf(response?.body) as { data?: Json[] };
    for (const { name, language, status } of data) {
      if (typeof status === 'string') {
        this.#setStatus(String(name), String(language), status);
      }
    }
  }

  /** The response to a send shows the status of its template. */
  #decideTemplate(exchange: RecordedExchange, { name = '', language }: NonNullable<RecordedFields['template']>): void {
    const status = isAccepted(exchange) ? 'APPROVED' : STATUS_OF_ERROR[String(errorOf(exchange).code)];
    if (status !== undefined) {
      this.#setStatus(name, language?.code ?? '', status);
    }
  }

  #setStatus(name: string, language: string, status: string): void {
    for (const waba of this.#wabas()) {
      const found = this.#mock.templates(waba).find((one) => one.name === name && one.language === language);
      if (found && found.status !== status) {
        this.#mock.setTemplate(waba, { name, language, status });
      }
    }
  }

  #assets() {
    return this.#mock.state().businesses.flatMap(({ assets }) => assets);
  }

  #wabas(): string[] {
    return [...new Set(this.#assets().flatMap(({ waba_id }) => waba_id ?? []))];
  }

  /** Returns the number, page or account whose message a request sends; `me` is the page, or on Instagram's host the account. */
  #assetOf({ request }: RecordedExchange) {
    const [first, second] = request.path.split('/').slice(1);
    const id = /^v\d+\.\d+$/.test(first ?? '') ? second : first;
    const channel = request.host === 'graph.instagram.com' ? 'instagram' : 'messenger';
    return this.#assets().find((one) => (id === 'me' ? one.channel === channel : one.id === id));
  }

  /** Meta approves, refuses or pauses a template. */
  #changeTemplate(waba: string, value: Json): void {
    if (!this.#wabas().includes(waba)) {
      return;
    }
    const id = this.#bindings.actual(String(value.message_template_id));
    const found = this.#mock.templates(waba).find((one) => one.id === id);
    const { event, rejection_info } = value;
    // The mock schedules a deletion when the app requests it.
    if (!found || typeof event !== 'string' || event === 'PENDING_DELETION' || found.status === event) {
      return;
    }
    const { name, language } = found;
    // Only a template with an invalid format is rejected with details.
    const reason = event === 'REJECTED' && rejection_info === undefined ? { rejected_reason: 'PROMOTIONAL' } : {};
    this.#mock.setTemplate(waba, { name, language, status: event, ...reason });
  }

  /** The response to a message shows whether its recipient could be written to, and a callback whether it failed. */
  #decideRecipient(exchange: RecordedExchange, fields: RecordedFields): void {
    const asset = this.#assetOf(exchange);
    const person = asset?.channel === 'whatsapp' ? (fields.to ?? fields.recipient) : objectOf(fields.recipient).id;
    if (!asset || typeof person !== 'string') {
      return;
    }
    const [business_id, id] = [asset.id, this.#bindings.actual(person)];
    const { code, error_subcode } = errorOf(exchange);
    const { messages = [] } = fieldsOf(exchange.response?.body) as { messages?: { id: string }[] };
    const failure = this.#failures.get(messages[0]?.id ?? '');
    const now = Date.parse(this.#mock.now());
    if (this.#checksWindows) {
      this.#mock.setOptions({ windows: code === 131047 ? 'sync' : 'async' });
      if (CLOSED.has(Number(error_subcode))) {
        this.#mock.openWindow(business_id, id, now - TWO_DAYS_MS);
      }
      // A person who wrote before the recording has an open window.
      else if (isAccepted(exchange) && failure !== 131047) {
        this.#mock.openWindow(business_id, id, now);
      }
    }
    if (error_subcode === 1545041) {
      this.#mock.openWindow(business_id, id, now);
      this.#mock.setContact({ business_id, id, unreachable: true });
    }
    if (isAccepted(exchange) && asset.channel !== 'whatsapp') {
      this.#mock.setContact({ business_id, id });
    }
    if (failure !== undefined && !DECIDED.includes(failure)) {
      this.#mock.faults.next({ outcome: 'fail', code: failure });
    }
  }
}

/** The subcodes for a closed window of Messenger and Instagram. */
const CLOSED = new Set([2018278, 2534022]);

/** The status that Meta's refusal of a template shows. */
const STATUS_OF_ERROR: Record<string, string> = { 132001: 'PENDING', 132015: 'PAUSED', 132016: 'DISABLED' };

const MIME: Record<string, string> = {
  image: 'image/png',
  video: 'video/mp4',
  audio: 'audio/mpeg',
  document: 'application/pdf',
  sticker: 'image/webp',
};

/** Returns the file that a message or a request names by its ID. */
function fileOf(
  { request, response }: RecordedExchange,
  fields: RecordedFields,
): { id: string; type: string } | undefined {
  const kind = String(fields.type);
  const id = FILES.includes(kind) ? objectOf(fields[kind]).id : undefined;
  if (typeof id === 'string') {
    return { id, type: MIME[kind] ?? '' };
  }
  const shown = request.method === 'GET' ? (fieldsOf(response?.body) as Json) : {};
  if (shown.sha256 === undefined || typeof shown.id !== 'string') {
    return undefined;
  }
  return { id: shown.id, type: String(shown.mime_type) };
}

const isAccepted = ({ kind, response }: RecordedExchange): boolean => kind === 'request' && response?.status === 200;
