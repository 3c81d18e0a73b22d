import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { AddressInfo, Server } from 'node:net';
import { Duplex } from 'node:stream';
import { currentProcess, type SimulatedProcess } from './process.ts';
import { captureContext, real, type Scheduler } from './scheduler.ts';

const require = createRequire(import.meta.url);

/** How the network treats packets from one process to another. */
export interface NetworkLink {
  /** How long a packet travels, in microseconds. */
  latency: number;
  /** The end of a cut, in microseconds. Packets sent during the cut arrive after it, because TCP retransmits them. */
  cutUntil?: number;
  /** Whether the connection breaks instead of carrying this packet. */
  isBroken?: boolean;
}

/** The fields that Node's server sets on a socket while a request is in progress. */
interface HttpSocket {
  _httpMessage?: object | null;
  parser?: { incoming?: object | null; close(): void } | null;
}

/** Decides whether each packet arrives, and when. */
export type Weather = (from: SimulatedProcess, to: SimulatedProcess, kind: 'connect' | 'data' | 'end') => NetworkLink;

interface SimulatedListener {
  process: SimulatedProcess;
  server: Server & { _connections: number; _emitCloseIfDrained(): void };
  inContext: <R>(run: () => R) => R;
}

const FIRST_PORT = 20_000;
const HOST = '127.0.0.1';
/** The longest interval, in milliseconds. */
const NEVER = 2 ** 31 - 1;

let network: SimulatedNetwork | undefined;

/** Selects the network that `node:net` serves from now on. */
export function useNetwork(next: SimulatedNetwork | undefined): void {
  network = next;
}

/** @throws outside a simulation */
export function currentNetwork(): SimulatedNetwork {
  if (network === undefined) {
    throw new Error('connections exist only within a simulation');
  }
  return network;
}

/** One end of a connection, with the parts of `net.Socket` that HTTP needs. */
export class SimulatedSocket extends Duplex {
  readonly owner: SimulatedProcess;
  readonly remoteAddress = HOST;
  readonly remoteFamily = 'IPv4';
  readonly localAddress = HOST;
  readonly remotePort: number;
  readonly localPort: number;
  connecting: boolean;
  peer: SimulatedSocket | undefined;
  /** Whether two runs of a seed may send different numbers of bytes, such as the text of PostgreSQL's transaction IDs. */
  isOpaque = false;
  bytesRead = 0;
  bytesWritten = 0;
  /** When the last packet in this direction arrives: packets never overtake each other. */
  lastArrival = 0;
  /** Runs code in the context in which the socket was made. */
  readonly inContext = captureContext();
  readonly #network: SimulatedNetwork;
  readonly #release: () => void;
  #idle: NodeJS.Timeout | undefined;
  #idleMilliseconds = 0;
  /** Updates the connection count of a listening server. */
  server: SimulatedListener['server'] | undefined;

  constructor(
    network: SimulatedNetwork,
    owner: SimulatedProcess,
    ports: { local: number; remote: number },
    isServer: boolean,
  ) {
    super({ allowHalfOpen: isServer, emitClose: true });
    this.#network = network;
    this.owner = owner;
    this.localPort = ports.local;
    this.remotePort = ports.remote;
    this.connecting = !isServer;
    this.#release = owner.hold({ kill: () => this.#kill() });
  }

  /** Closes the socket of a process that was killed. */
  #kill(): void {
    this.#network.reset(this);
    // Node keeps a parser in memory, and all that it refers to, until it is closed. Parsers must not close while they run.
    const { parser } = this as unknown as HttpSocket;
    if (parser) {
      real.setImmediate(() => parser.close());
    }
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.bytesWritten += chunk.length;
    this.#touch();
    this.#network.carry(this, 'data', chunk);
    done();
  }

  /** Sends writes of the same moment in one packet, as the kernel does. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), '', done);
  }

  override _final(done: (error?: Error) => void): void {
    this.#network.carry(this, 'end');
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#release();
    clearTimeout(this.#idle);
    this.connecting = false;
    this.#network.leave(this);
    if (this.server) {
      this.server._connections -= 1;
      this.server._emitCloseIfDrained();
    }
    done(error);
  }

  /** Passes on the data that has arrived. */
  receive(chunk: Buffer): void {
    this.bytesRead += chunk.length;
    this.#touch();
    this.push(chunk);
  }

  setTimeout(milliseconds: number, run?: () => void): this {
    this.#idleMilliseconds = milliseconds;
    if (run) {
      if (milliseconds === 0) {
        this.removeListener('timeout', run);
      } else {
        this.once('timeout', run);
      }
    }
    this.#touch();
    return this;
  }

  #touch(): void {
    clearTimeout(this.#idle);
    if (this.#idleMilliseconds > 0 && !this.destroyed) {
      this.#idle = setTimeout(() => this.emit('timeout'), this.#idleMilliseconds);
    }
  }

  destroySoon(): void {
    if (this.writable) {
      this.end();
    }
    if (this.writableFinished) {
      this.destroy();
    } else {
      this.once('finish', () => this.destroy());
    }
  }

  resetAndDestroy(): this {
    return this.destroy(failure('ECONNRESET', 'read'));
  }

  address(): AddressInfo {
    return { address: HOST, family: 'IPv4', port: this.localPort };
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

const failure = (code: string, syscall: string, port?: number): NodeJS.ErrnoException =>
  Object.assign(new Error(`${syscall} ${code}${port === undefined ? '' : ` ${HOST}:${port}`}`), {
    code,
    syscall,
    ...(port !== undefined && { address: HOST, port }),
  });

/** Connects the simulated processes by address, without real sockets. */
export class SimulatedNetwork {
  readonly #scheduler: Scheduler;
  readonly #listeners = new Map<number, SimulatedListener>();
  readonly #weather: Weather;
  /** The open connections of each server, oldest first. It must not keep killed servers in memory. */
  readonly #sockets = new WeakMap<SimulatedListener['server'], Set<SimulatedSocket>>();
  #nextPort = FIRST_PORT;
  /** Called when a process has accepted a connection. */
  onAccept: ((process: SimulatedProcess) => void) | undefined;
  /** Called when data has arrived. */
  onData: ((from: SimulatedProcess, to: SimulatedProcess, data: Buffer) => void) | undefined;

  constructor(scheduler: Scheduler, weather: Weather) {
    this.#scheduler = scheduler;
    this.#weather = weather;
  }

  /** @returns the port. @throws EADDRINUSE */
  listen(server: SimulatedListener['server'], port: number): number {
    const chosen = port || this.#freePort();
    if (this.#listeners.has(chosen)) {
      throw failure('EADDRINUSE', 'listen', chosen);
    }
    const process = currentProcess();
    this.#listeners.set(chosen, { process, server, inContext: captureContext() });
    process.hold({ kill: () => this.#listeners.delete(chosen) });
    return chosen;
  }

  /** Returns the open connections of a server, oldest first. */
  socketsOf(server: SimulatedListener['server']): SimulatedSocket[] {
    return [...(this.#sockets.get(server) ?? [])];
  }

  close(port: number): void {
    this.#listeners.delete(port);
  }

  /** Returns a socket that connects to a port of the machine that all processes share. */
  connect(port: number): SimulatedSocket {
    const owner = currentProcess();
    const local = this.#freePort();
    const socket = new SimulatedSocket(this, owner, { local, remote: port }, false);
    const target = this.#listeners.get(port)?.process ?? owner;
    const link = this.#weather(owner, target, 'connect');
    const delay = this.#delayOf(link);
    const arrive = () => {
      const listener = this.#listeners.get(port);
      if (socket.destroyed) {
        return;
      }
      if (listener === undefined || !listener.process.isAlive) {
        this.#schedule(socket, 'refused', link.latency, () => socket.destroy(failure('ECONNREFUSED', 'connect', port)));
        return;
      }
      this.#accept(listener, socket, link.latency);
    };
    const what = `connection from ${owner.name} to ${target.name}`;
    this.#scheduler.schedule(this.#scheduler.kernel, what, delay, arrive, { isEvent: false });
    return socket;
  }

  #accept({ server, process, inContext }: SimulatedListener, socket: SimulatedSocket, latency: number): void {
    // The kernel completes the connection; the process notices it when it runs.
    const own = inContext(
      () => new SimulatedSocket(this, process, { local: socket.remotePort, remote: socket.localPort }, true),
    );
    own.peer = socket;
    socket.peer = own;
    own.server = server;
    server._connections += 1;
    const sockets = this.#sockets.get(server) ?? new Set();
    this.#sockets.set(server, sockets.add(own));
    own.once('close', () => sockets.delete(own));
    this.#scheduler.enqueue(process, `accepts a connection from ${socket.owner.name}`, () =>
      inContext(() => {
        server.emit('connection', own);
        this.onAccept?.(process);
      }),
    );
    this.#schedule(socket, 'connected', latency, () => {
      socket.connecting = false;
      socket.emit('connect');
      socket.emit('ready');
    });
  }

  /** Carries a packet to the other end. */
  carry(from: SimulatedSocket, kind: 'data' | 'end', chunk?: Buffer): void {
    const to = from.peer;
    if (to === undefined || to.destroyed) {
      return;
    }
    const link = this.#weather(from.owner, to.owner, kind);
    if (link.isBroken) {
      this.#scheduler.tell(from.owner, `the connection to ${to.owner.name} breaks`);
      this.reset(from);
      from.destroy(failure('ECONNRESET', 'read'));
      return;
    }
    const arrival = Math.max(this.#scheduler.now + this.#delayOf(link), from.lastArrival);
    from.lastArrival = arrival;
    const data = from.isOpaque ? 'bytes' : `${chunk?.length} bytes`;
    const what = `${kind === 'end' ? 'end' : data} from ${from.owner.name}`;
    this.#schedule(to, what, arrival - this.#scheduler.now, () => {
      if (chunk) {
        to.receive(chunk);
        this.onData?.(from.owner, to.owner, chunk);
      } else {
        to.push(null);
      }
    });
  }

  /** Closes the other end. */
  leave(socket: SimulatedSocket): void {
    const { peer } = socket;
    if (peer && !peer.destroyed && !socket.writableFinished) {
      this.reset(socket);
    } else if (peer && !peer.destroyed) {
      peer.peer = undefined;
    }
  }

  /** Breaks the connection: the other end sees a reset, after the data that is on its way. */
  reset(socket: SimulatedSocket): void {
    const { peer } = socket;
    socket.peer = undefined;
    if (peer === undefined || peer.destroyed) {
      return;
    }
    const { latency } = this.#weather(socket.owner, peer.owner, 'end');
    const delay = Math.max(latency, socket.lastArrival - this.#scheduler.now);
    this.#schedule(peer, `reset from ${socket.owner.name}`, delay, () => peer.destroy(failure('ECONNRESET', 'read')));
  }

  #schedule(to: SimulatedSocket, what: string, delay: number, run: () => void): void {
    this.#scheduler.schedule(to.owner, what, delay, () => {
      if (!to.destroyed) {
        to.inContext(run);
      }
    });
  }

  #delayOf({ latency, cutUntil = 0 }: NetworkLink): number {
    return Math.max(0, cutUntil - this.#scheduler.now) + latency;
  }

  #freePort(): number {
    this.#nextPort += 1;
    return this.#nextPort;
  }
}

/** Replaces `node:net`: servers listen on, and clients connect to, the simulated network. */
export function installNetwork(): void {
  const net = require('node:net');

  net.Server.prototype.listen = function listen(
    this: SimulatedListener['server'] & { _handle: unknown },
    ...values: unknown[]
  ) {
    const done = values.find((value) => typeof value === 'function') as (() => void) | undefined;
    const [first] = values;
    const wanted = typeof first === 'object' && first !== null ? (first as { port?: number }).port : first;
    if (done) {
      this.once('listening', done);
    }
    const own = currentNetwork();
    let port: number;
    try {
      port = own.listen(this, Number(wanted ?? 0));
    } catch (error) {
      process.nextTick(() => this.emit('error', error));
      return this;
    }
    this._handle = {
      close: (closed?: () => void) => {
        own.close(port);
        closed?.();
      },
      getsockname: (out: object) => {
        Object.assign(out, { address: HOST, family: 'IPv4', port });
        return 0;
      },
      ref() {},
      unref() {},
      hasRef: () => true,
    };
    process.nextTick(() => {
      if (this._handle) {
        this.emit('listening');
      }
    });
    return this;
  };

  const connect = (...values: unknown[]): SimulatedSocket => {
    const [first] = values;
    const done = values.find((value) => typeof value === 'function') as (() => void) | undefined;
    const { port } =
      typeof first === 'object' && first !== null ? (first as { port: number }) : { port: Number(first) };
    const socket = currentNetwork().connect(Number(port));
    if (done) {
      socket.once('connect', done);
    }
    return socket;
  };
  const http = require('node:http');
  const { createServer } = http;
  // Node would check for late requests with the real clock.
  http.createServer = (options: unknown, ...others: unknown[]) =>
    typeof options === 'function'
      ? createServer({ connectionsCheckingInterval: NEVER }, options, ...others)
      : createServer({ ...(options as object), connectionsCheckingInterval: NEVER }, ...others);
  // Node would visit connections in the order of their addresses in memory.
  http.Server.prototype.closeAllConnections = function closeAllConnections(this: SimulatedListener['server']) {
    for (const socket of currentNetwork().socketsOf(this)) {
      socket.destroy();
    }
  };
  http.Server.prototype.closeIdleConnections = function closeIdleConnections(this: SimulatedListener['server']) {
    for (const socket of currentNetwork().socketsOf(this)) {
      const { _httpMessage: response, parser } = socket as unknown as HttpSocket;
      // A new connection counts as busy, because Node waits for its first request.
      if (!response && !parser?.incoming && socket.bytesRead > 0) {
        socket.destroy();
      }
    }
  };
  net.connect = connect;
  net.createConnection = connect;
  net.Socket.prototype.connect = function refused(): never {
    throw new Error('a real socket escapes the simulation');
  };
  syncBuiltinESMExports();
}
