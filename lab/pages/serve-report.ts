import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { htmlReport, run } from '../../conformance/index.ts';

async function listen(answer: Parameters<typeof createServer>[1]) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Serves a report of all clauses, compressed. The target gives each request the same response, so the report has more
 * failures than any real one.
 */
export async function serveReport() {
  const target = await listen((_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'req_1' })
      .end('{"success":true,"data":{},"request_id":"req_1"}'),
  );
  const report = await run({ base_url: `${target.url}/v1`, keys: { live: 'k' } });
  target.close();
  const page = gzipSync(htmlReport(report));
  return listen((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(page),
  );
}
