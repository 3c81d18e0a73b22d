import type { ReactNode } from 'react';
import { BASE } from '../../api/client.ts';
import { DoneDialog } from '../../parts/dialog.tsx';
import { CodeBlock } from '../../parts/values/code-block.tsx';
import { Secret } from '../../parts/values/secret.tsx';

/** Shows a new key once, and how to use it. */
export function NewKey(props: { text: string; isOpen: boolean; onClose: () => void; children?: ReactNode }) {
  const { text, isOpen, onClose, children } = props;
  return (
    <DoneDialog title="Your new key" isOpen={isOpen} onClose={onClose} done="I have copied it">
      <Secret name="Key" text={text}>
        {children}
      </Secret>
      <section className="stack tight">
        <h3>Try it</h3>
        <CodeBlock
          name="Command"
          text={`curl ${new URL('../api/v1/me', BASE).href} \\\n  -H "Authorization: Bearer ${text}"`}
        />
      </section>
    </DoneDialog>
  );
}
