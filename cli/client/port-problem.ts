import { createServer } from 'node:net';

/** Why no server could listen on a port of this machine, as EADDRINUSE; undefined when one could. */
export const problemOfPort = (port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const probe = createServer()
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(undefined)));
  });
