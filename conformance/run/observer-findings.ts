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

/** What a failure of an observer shows. It is computed only for failures. */
interface Details {
  answer?: ApiResponse;
  expected?: unknown;
  got?: unknown;
}

/** The observers' findings, by clause. */
export class ObserverFindings {
  readonly byClause = new Map<string, Watched>();

  #note(clause: string, [first, ...more]: string[], details: () => Details): void {
    const watched = this.byClause.get(clause) ?? { seen: 0, failures: [] };
    this.byClause.set(clause, watched);
    watched.seen++;
    if (first !== undefined && watched.failures.length < 3) {
      const { answer, expected, got = first } = details();
      const where = answer ? `${answer.what}: ` : '';
      watched.failures.push({
        message: `${where}${first}${more.length > 0 ? ` (and ${more.length} more)` : ''}`,
        expected: expected ?? CLAUSES.get(clause)?.text,
        got,
        ...(answer && { exchange: exchangeOf(answer) }),
      });
    }
  }

  answer(answer: ApiResponse): void {
    for (const { clause, faults, expected, got } of ANSWER_OBSERVERS) {
      const found = faults(answer);
      if (found) {
        this.#note(clause, found, () => ({ answer, expected: expected?.(answer), got: got?.(answer) }));
      }
    }
    const body = observeBody(answer);
    if (body) {
      this.#note(body.clause, body.faults, () => ({ answer, got: { faults: body.faults, data: answer.body?.data } }));
    }
  }

  delivery(delivery: ReceivedDelivery): void {
    for (const { clause, faults, expected, got } of DELIVERY_OBSERVERS) {
      const found = faults(delivery);
      if (found) {
        this.#note(clause, found, () => {
          const whole = { headers: delivery.headers, body: delivery.raw.toString('utf8').slice(0, 2000) };
          return { expected: expected?.(delivery), got: got ? { value: got(delivery), ...whole } : whole };
        });
      }
    }
  }
}

/** Clauses that observers check in every exchange, instead of in separate cases. */
export const WATCHED: ReadonlySet<string> = new Set([
  ...[...ANSWER_OBSERVERS, ...DELIVERY_OBSERVERS].map(({ clause }) => clause),
  ...[...CLAUSES.keys()].filter((id) => /\/body-/.test(id)),
]);
