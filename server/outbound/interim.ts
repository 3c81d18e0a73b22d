import type { Socket } from 'node:net';

/** The start of an interim response, up to its last two digits. The version may also be 1.0. */
const START = Buffer.from('HTTP/1.1 1');
const MINOR_VERSION = START.indexOf('.') + 1;
const END = Buffer.from('\r\n\r\n');
const [CR] = END;
const [ZERO, ONE, TWO] = Buffer.from('012') as unknown as [number, number, number];
/** The `position` in `acceptContinue` from which it searches for the end of a head: after two digits. */
const HEAD = START.length + 2;

/**
 * Accepts `100 Continue` on a connection of undici. Some receivers and proxies send it unsolicited, and clients must
 * ignore it (RFC 9110, section 15.2). undici ignores every other interim response, but closes the connection at this
 * one. This function therefore changes it to `102`, and the version to 1.1.
 */
export function acceptContinue(socket: Socket): void {
  const read = socket.read.bind(socket);
  /** How much of an interim response has arrived; undefined outside of one. */
  let position: number | undefined;
  let tens: number | undefined;

  function rewrite(chunk: Buffer): void {
    // A chunk of a body that begins like an interim response changes by two digits at most.
    position ??= 0;
    for (let at = 0; at < chunk.length && position !== undefined; at += 1) {
      const byte = chunk[at] as number;
      if (position < START.length) {
        position = byte === START[position] || position === MINOR_VERSION ? position + 1 : undefined;
      } else if (position < HEAD) {
        if (position === HEAD - 1) {
          if (tens === ZERO && byte === ZERO) {
            chunk[at] = TWO;
          }
          // After an interim response of version 1.0, undici expects no other one. This needs its start in one chunk.
          const version = at - position + MINOR_VERSION;
          if (version >= 0) {
            chunk[version] = ONE;
          }
        }
        tens = byte;
        position += 1;
      } else {
        position = byte === END[position - HEAD] ? position + 1 : HEAD + (byte === CR ? 1 : 0);
        // Another interim response or the final one follows.
        position = position === HEAD + END.length ? 0 : position;
      }
    }
  }

  socket.read = (size) => {
    const chunk: unknown = read(size);
    if (chunk instanceof Buffer) {
      rewrite(chunk);
    }
    return chunk;
  };
}
