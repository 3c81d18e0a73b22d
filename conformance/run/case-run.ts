import type { CaseResult } from '../report/report.ts';
import type { Slots } from './slots.ts';

/** How far a run is. */
export interface RunProgress {
  done: number;
  total: number;
  failed: number;
  /** The name of the case that ended last. */
  last: string;
}

interface CaseRunOptions {
  /** The number of cases of the whole run. */
  total: number;
  /** Stop at the first failure. */
  bail: boolean;
  onProgress?: ((progress: RunProgress) => void) | undefined;
}

/** Runs cases until it is stopped, and keeps their results. */
export class CaseRun<Case extends { name: string }> {
  readonly results = new Map<Case, CaseResult>();
  readonly #judge: (one: Case) => Promise<CaseResult>;
  readonly #options: CaseRunOptions;
  #failed = 0;
  #isStopped = false;

  constructor(judge: (one: Case) => Promise<CaseResult>, options: CaseRunOptions) {
    this.#judge = judge;
    this.#options = options;
  }

  /** How many cases did not pass. */
  get failed(): number {
    return this.#failed;
  }

  /** Begins no more cases. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Runs cases in order, each as soon as it has a slot. */
  async run(cases: readonly Case[], slots: Slots): Promise<void> {
    await Promise.all(
      cases.map(async (one) => {
        await slots.acquire();
        try {
          if (!this.#isStopped) {
            this.#ended(one, await this.#judge(one));
          }
        } finally {
          slots.release();
        }
      }),
    );
  }

  #ended(one: Case, result: CaseResult): void {
    const { total, bail, onProgress } = this.#options;
    this.results.set(one, result);
    this.#failed += result.verdict === 'fail' || result.verdict === 'error' ? 1 : 0;
    this.#isStopped ||= bail && this.#failed > 0;
    onProgress?.({ done: this.results.size, total, failed: this.#failed, last: one.name });
  }
}
