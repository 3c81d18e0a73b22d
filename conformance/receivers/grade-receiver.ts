import { TargetError } from '../verdict.ts';
import { type RuleSettings, receiverRules } from './rules.ts';
import { createReceiver } from './send-delivery.ts';

/** The result of testing a webhook receiver against one rule. */
export interface Grade {
  rule: string;
  text: string;
  verdict: 'pass' | 'fail' | 'warn';
  got: string;
}

/** How to test a receiver. */
export interface GradeOptions extends RuleSettings {
  /** Called with each result as soon as it is known. */
  onGrade?: (grade: Grade) => void;
  /** Response timeout. @default 10 s (§6) */
  timeoutMilliseconds?: number;
}

/**
 * Sends a receiver valid deliveries and attacks, and tests its responses.
 *
 * @throws {TargetError} if it never responds
 */
export async function gradeReceiver(
  url: string,
  secret: string,
  { onGrade, timeoutMilliseconds = 10_000, ...settings }: GradeOptions = {},
): Promise<Grade[]> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new TargetError(`the receiver must have an http or https URL; ${url} is not one`);
  }
  const receiver = createReceiver(url, secret, timeoutMilliseconds);
  const grades: Grade[] = [];
  for (const [rule, [text, test, violation = 'fail']] of receiverRules(settings).flatMap(({ rules }) =>
    Object.entries(rules),
  )) {
    if (test) {
      const { holds, got } = await test(receiver);
      const grade: Grade = { rule, text, verdict: holds ? 'pass' : violation, got };
      grades.push(grade);
      onGrade?.(grade);
    }
  }
  return grades;
}
