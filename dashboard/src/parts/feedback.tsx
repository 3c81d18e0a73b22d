import { CircleAlert, CircleCheck, CircleX, Info, type LucideIcon, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { ProgressBar } from 'react-aria-components';
import { Problem } from '../api/problem.ts';
import { Button } from './button.tsx';
import { Copyable } from './values/copyable.tsx';

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'neutral';

const SIGNS: Record<Exclude<Tone, 'neutral'>, LucideIcon> = {
  good: CircleCheck,
  warn: CircleAlert,
  bad: CircleX,
  info: Info,
};

/** A state in a word, with a sign and a colour. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  const Sign = tone === 'neutral' ? undefined : SIGNS[tone];
  return (
    <span className={`badge ${tone}`}>
      {Sign && <Sign size={12} aria-hidden />}
      {children}
    </span>
  );
}

/** How many of something wait for the person. */
export const Count = ({ of, what }: { of: number; what: string }) => (
  <span className="count number">
    {of > 99 ? '99+' : of}
    <span className="visually-hidden"> {what}</span>
  </span>
);

/** A place for content that is loading, in its final size. */
export const Skeleton = ({ width = '100%', height = 14 }: { width?: number | string; height?: number }) => (
  <span className="skeleton" style={{ width, height }} aria-hidden />
);

/** Rows of a list that is loading. */
export function SkeletonRows({ rows = 8, height = 36 }: { rows?: number; height?: number }) {
  return (
    <div role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all rows are the same
        <div key={row} className="skeleton-row" style={{ height }}>
          <Skeleton width={`${45 + ((row * 17) % 40)}%`} />
        </div>
      ))}
    </div>
  );
}

interface EmptyStateProps {
  icon?: LucideIcon;
  title: string;
  /** One sentence: what to do first. */
  children?: ReactNode;
  action?: ReactNode;
}

/** Says that there is nothing yet, and what to do first. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      {Icon && <Icon size={20} aria-hidden />}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

/** Says what happened, what to do (`fix`), and the request ID to copy. */
export function ErrorNote({ error, retry }: { error: unknown; retry?: () => void }) {
  const problem = error instanceof Problem ? error : undefined;
  return (
    <div className="note bad" role="alert">
      <CircleX size={16} aria-hidden />
      <div className="grow">
        <p>{error instanceof Error ? error.message : 'Something went wrong.'}</p>
        {problem?.fix && <p>{problem.fix}</p>}
        {(problem?.code || problem?.requestId) && (
          <p className="note-ids">
            {problem.code && <code>{problem.code}</code>}
            {problem.requestId && <Copyable text={problem.requestId} name="request ID" />}
          </p>
        )}
      </div>
      {retry && (
        <Button icon={RotateCw} onPress={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** A note that stays on the page. */
export function Note({ tone = 'info', children }: { tone?: Exclude<Tone, 'neutral'>; children: ReactNode }) {
  const Sign = SIGNS[tone];
  return (
    <div className={`note ${tone}`}>
      <Sign size={16} aria-hidden />
      <div className="grow">{children}</div>
    </div>
  );
}

/** Progress of long work in numbers. */
export function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  const share = total === 0 ? 0 : (100 * done) / total;
  return (
    <ProgressBar
      className="progress"
      aria-label={label}
      value={share}
      valueLabel={`${done.toLocaleString()} of ${total.toLocaleString()}`}
    >
      {({ valueText }) => (
        <>
          <span className="row">
            <span className="grow">{label}</span>
            <span className="number muted">{valueText}</span>
          </span>
          <span className="progress-track">
            <span className="progress-fill" style={{ width: `${share}%` }} />
          </span>
        </>
      )}
    </ProgressBar>
  );
}
