import type { ApiResponse } from '../answer.ts';
import { CLAUSES } from '../clauses.ts';
import { ANSWER_OBSERVERS, observeBody } from '../observers/answers.ts';
import { DELIVERY_OBSERVERS } from '../observers/deliveries.ts';
import type { ReceivedDelivery } from '../receiver.ts';
import { type CaseResult, exchangeOf } from '../report/report.ts';

/** The findings of one clause's observers. */
export interface Watched {
  seen: number;
  failures: CaseResult['failure'][];
}

/** The observers' findings, by clause. */
export class ObserverFindings {
  readonly byClause = new Map<string, Watched>();

  #note(clause: string, faults: string[], answer?: ApiResponse, got?: unknown, expected?: unknown): void {
    const watched = this.byClause.get(clause) ?? { seen: 0, failures: [] };
    this.byClause.set(clause, watched);
    watched.seen++;
    const [first] = faults;
    if (first !== undefined && watched.failures.length < 3) {
      const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
      const where = answer ? `${answer.what}: ` : '';
      watched.failures.push({
        message: `${where}${first}${more}`,
        expected: expected ?? CLAUSES.get(clause)?.text,
        got: got ?? first,
        ...(answer && { exchange: exchangeOf(answer) }),
      });
    }
  }

  answer(answer: ApiResponse): void {
    for (const { clause, faults } of ANSWER_OBSERVERS) {
      const found = faults(answer);
      if (found) {
        this.#note(clause, found, answer);
      }
    }
    const body = observeBody(answer);
    if (body) {
      this.#note(body.clause, body.faults, answer);
    }
  }

  delivery(delivery: ReceivedDelivery): void {
    for (const { clause, faults, expected, got } of DELIVERY_OBSERVERS) {
      const found = faults(delivery);
      if (found) {
        const whole = { headers: delivery.headers, body: delivery.raw.toString('utf8').slice(0, 2000) };
        this.#note(clause, found, undefined, got ? { value: got(delivery), ...whole } : whole, expected?.(delivery));
      }
    }
  }
}

/** Clauses that observers check in every exchange, instead of in separate cases. */
export const WATCHED: ReadonlySet<string> = new Set([
  ...[...ANSWER_OBSERVERS, ...DELIVERY_OBSERVERS].map(({ clause }) => clause),
  ...[...CLAUSES.keys()].filter((id) => /\/body-/.test(id)),
]);
