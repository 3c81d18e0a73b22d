import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { SkeletonRows } from '../parts/feedback.tsx';
import type { useSlices } from './use-slices.ts';

interface VirtualListProps<Row> {
  /** What the list shows, for screen readers. */
  label: string;
  slices: ReturnType<typeof useSlices<Row>>;
  keyOf: (row: Row) => string | number;
  height: number;
  render: (row: Row) => ReactNode;
  /** Shown instead of the list if there are no rows. */
  empty: ReactNode;
}

/** A list of any length, of which only the rows in sight are on the page and loaded. */
export function VirtualList<Row>({ label, slices, keyOf, height, render, empty }: VirtualListProps<Row>) {
  const { total, rowAt, see } = slices;
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: total ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 6,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => see(first, last), [see, first, last]);
  if (total === undefined) {
    return <SkeletonRows rows={10} height={height} />;
  }
  if (total === 0) {
    return empty;
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={scroller} className="slices" aria-label={label} tabIndex={0}>
      <ul className="slices-all" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rowAt(index);
          return (
            <li
              key={row ? keyOf(row) : index}
              className="slices-row"
              style={{ height, transform: `translateY(${start}px)` }}
              aria-setsize={total}
              aria-posinset={index + 1}
            >
              {row && render(row)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
