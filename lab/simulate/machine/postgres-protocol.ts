/** A message of PostgreSQL's protocol (postgresql.org/docs/current/protocol-message-formats.html). */
export interface ProtocolMessage {
  /** A letter; empty for the first message of a client. */
  type: string;
  bytes: Buffer;
}

/** The type and the length. */
const HEADER = 5;
const LENGTH = 4;
const AUTHENTICATED = 0;

/** Collects bytes and returns whole messages. */
export class MessageReader {
  #rest = Buffer.alloc(0);
  /** Whether the next message is the first one of a client, which has no type. */
  #isFirst: boolean;

  constructor(isClient: boolean) {
    this.#isFirst = isClient;
  }

  add(chunk: Buffer): ProtocolMessage[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const messages: ProtocolMessage[] = [];
    for (;;) {
      const type = this.#isFirst ? 0 : 1;
      if (this.#rest.length < type + LENGTH) {
        return messages;
      }
      const end = type + this.#rest.readInt32BE(type);
      if (this.#rest.length < end) {
        return messages;
      }
      messages.push({ type: this.#rest.toString('latin1', 0, type), bytes: this.#rest.subarray(0, end) });
      this.#rest = this.#rest.subarray(end);
      this.#isFirst = false;
    }
  }
}

/** Returns the strings at the start of a message's body. */
export const stringsOf = ({ bytes }: ProtocolMessage): string[] => bytes.toString('utf8', HEADER).split('\0');

/** Returns whether the server waits for the client after this message. */
export const endsAnswer = ({ type, bytes }: ProtocolMessage): boolean =>
  type === 'Z' || (type === 'R' && ![AUTHENTICATED, SASL_FINAL].includes(bytes.readInt32BE(HEADER)));

const SASL_FINAL = 12;

/** Returns whether a client's message ends a unit, which the server answers as a whole. */
export const endsUnit = ({ type }: ProtocolMessage): boolean => ['', 'S', 'Q', 'p', 'X'].includes(type);

/** The process ID of the server's end, in `BackendKeyData`. */
export const processIdOf = ({ bytes }: ProtocolMessage): number => bytes.readInt32BE(HEADER);

/** The state of the transaction after an answer: `I` outside one, `T` in one, `E` in a failed one. */
export const transactionStateOf = ({ bytes }: ProtocolMessage): string => String.fromCharCode(bytes[HEADER] as number);

function encode(type: string, body: string): Buffer {
  const length = Buffer.alloc(LENGTH);
  length.writeInt32BE(LENGTH + Buffer.byteLength(body));
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}

/** A statement of the simple protocol. */
export const queryMessage = (sql: string): Buffer => encode('Q', `${sql}\0`);

/** Returns the message as it prepares another text under the same name. */
export function withText({ bytes, type }: ProtocolMessage, sql: string): Buffer {
  if (type === 'Q') {
    return queryMessage(sql);
  }
  const name = bytes.indexOf(0, HEADER) + 1;
  const types = bytes.indexOf(0, name) + 1;
  const body = Buffer.concat([bytes.subarray(HEADER, name), Buffer.from(`${sql}\0`), bytes.subarray(types)]);
  const header = Buffer.alloc(HEADER);
  header.write('P');
  header.writeInt32BE(LENGTH + body.length, 1);
  return Buffer.concat([header, body]);
}

export function errorMessage(code: string, text: string, severity = 'ERROR'): Buffer {
  return encode('E', `S${severity}\0V${severity}\0C${code}\0M${text}\0\0`);
}

/** Returns an error without its details, which contain process IDs. */
export function withoutDetails(message: ProtocolMessage): Buffer {
  const fields = stringsOf(message).filter((field) => /^[SVCMstcn]/.test(field));
  return encode('E', `${fields.map((field) => `${field}\0`).join('')}\0`);
}

export const readyMessage = (state: string): Buffer => encode('Z', state);
