import type { ReactNode } from 'react';
import { CodeBlock } from './code-block.tsx';
import { Note } from './feedback.tsx';

/** A secret that the server shows only once, to copy. */
export function Secret({ name, text, children }: { name: string; text: string; children?: ReactNode }) {
  return (
    <div className="stack tight">
      <Note tone="warn">
        <p>Copy the {name.toLowerCase()} now. It is not shown again.</p>
        {children}
      </Note>
      <CodeBlock name={name} text={text} />
    </div>
  );
}
