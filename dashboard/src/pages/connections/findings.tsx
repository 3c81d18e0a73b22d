import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import { sentenceOf } from '../../api/problem.ts';
import type { Finding } from './data.ts';

const LEVELS = {
  good: { Sign: CircleCheck, text: 'Passed' },
  warn: { Sign: CircleAlert, text: 'Warning' },
  bad: { Sign: CircleX, text: 'Failed' },
};

/** A passed check with a fix is a warning. */
const levelOf = ({ ok, fix }: Finding): keyof typeof LEVELS => (ok ? (fix === undefined ? 'good' : 'warn') : 'bad');

/** What a check with the provider found, each with its fix. */
export const Findings = ({ findings }: { findings: readonly Finding[] }) => (
  <ul className="findings" aria-label="Checks">
    {findings.map((finding) => {
      const level = levelOf(finding);
      const { Sign, text } = LEVELS[level];
      return (
        <li key={finding.what} className={`finding ${level}`}>
          <Sign size={16} aria-hidden />
          <div className="grow">
            <span className="visually-hidden">{text}: </span>
            {sentenceOf(finding.what)}
            {finding.fix !== undefined && <p className="muted">{finding.fix}</p>}
          </div>
        </li>
      );
    })}
  </ul>
);
