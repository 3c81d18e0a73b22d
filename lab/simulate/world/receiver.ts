import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { SimulatedProcess } from '../machine/process.ts';
import type { Scheduler } from '../machine/scheduler.ts';
import type { Ledger } from '../oracle/ledger.ts';

export const MOODS = ['fails', 'hangs', 'loses its responses', 'is slow', 'redirects'] as const;
export type Mood = (typeof MOODS)[number] | 'answers' | 'is gone';

const MINUTE = 60_000_000;
/** The maximum age of a signature, in seconds (§6). */
const SIGNATURE_AGE = 300;

/** The webhook endpoint of one account. */
export class SimulatedReceiver {
  readonly process: SimulatedProcess;
  readonly url: string;
  secret = '';
  readonly #scheduler: Scheduler;
  #mood: Mood = 'answers';
  #moodUntil = 0;

  constructor(scheduler: Scheduler, ledger: Ledger, account: number, port: number) {
    this.#scheduler = scheduler;
    this.process = new SimulatedProcess(scheduler, `receiver ${account}`);
    this.url = `http://127.0.0.1:${port}/hook`;
    this.process.run(() =>
      createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('error', () => {});
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const body = Buffer.concat(chunks).toString();
          const header = String(request.headers['x-service-signature']);
          const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
          const expected = createHmac('sha256', this.secret).update(`${t}.${body}`).digest('hex');
          if (Math.abs(scheduler.now / 1_000_000 - Number(t)) > SIGNATURE_AGE) {
            // The server was suspended before it sent the request. The next attempt has a new signature.
            response.writeHead(401).end('old');
            return;
          }
          const isAccepted = this.#mood === 'answers' || this.#mood === 'is slow';
          ledger.delivered(account, v1 === expected, JSON.parse(body), isAccepted);
          this.#answer(response);
        });
      }).listen(port),
    );
  }

  #answer(response: ServerResponse): void {
    switch (this.#mood) {
      case 'answers':
        response.end('thanks');
        break;
      case 'fails':
        response.writeHead(500).end('no');
        break;
      case 'is gone':
        response.writeHead(410).end('gone');
        break;
      case 'redirects':
        response.writeHead(302, { location: '/elsewhere' }).end();
        break;
      case 'is slow':
        setTimeout(() => response.end('late'), 8_000);
        break;
      case 'loses its responses':
        response.destroy();
        break;
      case 'hangs':
        break;
    }
  }

  change(mood: Mood, minutes: number): void {
    this.#mood = mood;
    this.#moodUntil = this.#scheduler.now + minutes * MINUTE;
    this.#scheduler.schedule(this.process, 'the receiver recovers', minutes * MINUTE, () => {
      if (this.#moodUntil <= this.#scheduler.now) {
        this.#mood = 'answers';
      }
    });
  }

  heal(): void {
    this.#mood = 'answers';
  }
}
