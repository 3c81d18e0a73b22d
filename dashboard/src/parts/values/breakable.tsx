import { Fragment } from 'react';

/** An email address or the name of an event, which may break after its `@` and dots, and not within its words. */
export const Breakable = ({ text }: { text: string }) => (
  <span className="breakable">
    {text.split(/(?<=[@.])/).map((part, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts do not move
      <Fragment key={place}>
        {place > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
);
