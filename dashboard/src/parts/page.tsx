import type { ReactNode } from 'react';

interface PageProps {
  title: string;
  /** One sentence below the title. */
  about?: ReactNode;
  /** The buttons of the page, the primary one last. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of a page: title, buttons and content. */
export function Page({ title, about, actions, children }: PageProps) {
  return (
    <div className="page">
      <header className="page-head">
        <div className="grow">
          <h1>{title}</h1>
          {about && <p className="muted">{about}</p>}
        </div>
        {actions && <div className="row wrap">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A part of a page with a heading. */
export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="section">
      <header className="row">
        <h2 className="grow">{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}

/** Names and values, such as the facts of a contact. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
