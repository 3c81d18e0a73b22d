import type { ReactNode } from 'react';
import { BASE } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Secret } from '../../parts/secret.tsx';

/** Shows a new key once, and how to use it. */
export function NewKey(props: { text: string; isOpen: boolean; onClose: () => void; children?: ReactNode }) {
  const { text, isOpen, onClose, children } = props;
  return (
    <Dialog
      title="Your new key"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <Button kind="primary" onPress={onClose}>
          I have copied it
        </Button>
      }
    >
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
    </Dialog>
  );
}
