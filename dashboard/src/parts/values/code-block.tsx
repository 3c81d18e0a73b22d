import { Check, Copy } from 'lucide-react';
import { IconButton } from '../button.tsx';
import { useCopied } from './use-copied.ts';

/** The tokens of JSON: keys, strings, numbers and words. */
const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Returns the text of a JSON value in parts, each with the class of its colour. */
function partsOf(text: string): { at: number; text: string; kind?: string }[] {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, quoted, colon] = match;
    if (match.index > end) {
      parts.push({ at: end, text: text.slice(end, match.index) });
    }
    parts.push({ at: match.index, text: whole, kind: quoted ? (colon ? 'code-key' : 'code-text') : 'code-value' });
    end = match.index + whole.length;
  }
  return [...parts, { at: end, text: text.slice(end) }];
}

interface CodeBlockProps {
  /** What it shows, for screen readers and the copy button. */
  name: string;
  text: string;
  /** Colours the text. */
  isJson?: boolean;
}

/** Text of a program, which wraps and can be copied. */
export function CodeBlock({ name, text, isJson = false }: CodeBlockProps) {
  const [isCopied, copy] = useCopied(text);
  return (
    <div className="code-block">
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section aria-label={name} tabIndex={0}>
        <pre>
          <code>
            {isJson
              ? partsOf(text).map(({ at, text: part, kind }) => (
                  <span key={at} className={kind}>
                    {part}
                  </span>
                ))
              : text}
          </code>
        </pre>
      </section>
      <IconButton
        label={isCopied ? 'Copied' : `Copy ${name.toLowerCase()}`}
        icon={isCopied ? Check : Copy}
        onPress={copy}
      />
    </div>
  );
}
