import type { ReactNode } from 'react';
import { Note } from '../feedback.tsx';
import { CodeBlock } from './code-block.tsx';

interface SecretProps {
  name: string;
  text: string;
  /** Whether the name is a plural. */
  isSeveral?: boolean;
  children?: ReactNode;
}

/** A secret that the server shows only once, to copy. */
export function Secret({ name, text, isSeveral = false, children }: SecretProps) {
  return (
    <div className="stack tight">
      <Note tone="warn">
        <p>
          Copy the {name.toLowerCase()} now. {isSeveral ? 'They are' : 'It is'} not shown again.
        </p>
        {children}
      </Note>
      <CodeBlock name={name} text={text} />
    </div>
  );
}
