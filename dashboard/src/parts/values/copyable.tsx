import { Check, Copy } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import { useCopied } from './use-copied.ts';

const LONG = 22;

const shortened = (text: string): string => (text.length > LONG ? `${text.slice(0, 10)}…${text.slice(-8)}` : text);

/** An ID in mono, shortened in the middle. A press copies all of it. */
export function Copyable({ text, name, whole = false }: { text: string; name: string; whole?: boolean }) {
  const [isCopied, copy] = useCopied(text);
  const shown = whole ? text : shortened(text);
  return (
    <AriaButton className="copyable" aria-label={`Copy ${name} ${shown}`} onPress={copy}>
      <span className={whole ? 'mono' : 'mono one-line'}>{shown}</span>
      {isCopied ? <Check size={12} aria-hidden /> : <Copy size={12} aria-hidden />}
      <span className="visually-hidden" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </AriaButton>
  );
}
