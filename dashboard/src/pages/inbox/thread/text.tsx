import { Fragment } from 'react';

/** Addresses in a text. Others, such as `javascript:`, stay text. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/gi;

/** Returns an address if a browser may open it. */
export function safeAddress(address: string | null | undefined): string | undefined {
  if (!address || !/^https?:\/\//i.test(address)) {
    return undefined;
  }
  try {
    return new URL(address).href;
  } catch {
    return undefined;
  }
}

/** A link to another site, or only its text if the address is none. */
export function OuterLink({ address, children }: { address: string | null | undefined; children: React.ReactNode }) {
  const safe = safeAddress(address);
  return safe === undefined ? (
    children
  ) : (
    <a href={safe} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** A text of a person: as it was written, with its addresses as links. */
export const PersonText = ({ text }: { text: string }) => (
  <p className="bubble-text" dir="auto">
    <LinkedText text={text} />
  </p>
);

/** A text with its addresses as links. */
export function LinkedText({ text }: { text: string }) {
  const parts: React.ReactNode[] = [];
  let from = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    parts.push(
      <Fragment key={index}>
        {text.slice(from, index)}
        <OuterLink address={address}>{address}</OuterLink>
      </Fragment>,
    );
    from = index + address.length;
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
}
