import { createServer } from 'node:net';

/** Returns why no server can listen on a port of this machine, such as EADDRINUSE, or undefined if the port is free. */
export const problemOfPort = (port: number, host = '127.0.0.1'): Promise<string | undefined> =>
  new Promise((resolve) => {
    const probe = createServer()
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      .listen(port, host, () => probe.close(() => resolve(undefined)));
  });
