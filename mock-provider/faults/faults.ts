import { FaultPlan, type FaultPlanOptions } from './fault-plan.ts';
import { type AppliesTo, appliesToOf, type FaultRule, type FaultSubject, MATCHED, requireRule } from './fault-rule.ts';

/** The pending rules, oldest first, and the plan that applies if no rule matches. */
export class FaultInjector {
  #plan: FaultPlan | undefined;
  #rules: { rule: FaultRule; left: number }[] = [];

  /** Applies a fault to the next matching request or callback. */
  next(rule: FaultRule): void {
    requireRule(rule);
    this.#rules.push({ rule, left: rule.times ?? 1 });
  }

  /** Sets a plan of random faults, the same for the same seed; `null` ends it. */
  plan(options: FaultPlanOptions | null): void {
    this.#plan = options === null ? undefined : new FaultPlan(options);
  }

  list(): (FaultRule & { left: number })[] {
    return this.#rules.map(({ rule, left }) => ({ ...rule, left }));
  }

  clear(): void {
    this.#rules = [];
    this.#plan = undefined;
  }

  take(appliesTo: AppliesTo, subject: FaultSubject): FaultRule | undefined {
    const index = this.#rules.findIndex(
      ({ rule }) =>
        appliesToOf(rule) === appliesTo &&
        MATCHED.every((field) => rule[field] === undefined || rule[field] === subject[field]),
    );
    const entry = this.#rules[index];
    if (!entry) {
      return this.#plan?.choose(appliesTo, subject);
    }
    entry.left -= 1;
    if (entry.left <= 0) {
      this.#rules.splice(index, 1);
    }
    return entry.rule;
  }
}
