import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { SkeletonRows } from './feedback.tsx';

export interface WideColumn<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  /** The width in CSS grid, such as `120px` or `minmax(100px, 1fr)`. */
  width: string;
  isNumber?: boolean;
  /** Hidden below 700 px. */
  isSecondary?: boolean;
}

interface VirtualTableProps<Row> {
  /** What the table shows, for screen readers. */
  label: string;
  columns: readonly WideColumn<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string | number;
  /** Opens a row. Its first cell is a button then, so that the keyboard reaches it. */
  onOpen?: (row: Row) => void;
  selected?: string | number | undefined;
  /** The number of all rows, if more can be loaded. */
  total?: number;
  /** Is called when the last rows come into view. */
  onEnd?: (() => void) | undefined;
  empty?: ReactNode;
}

const ROW_HEIGHT = 36;
/** How many rows before the end the next ones are loaded. */
const AHEAD = 20;
const NARROW = matchMedia('(max-width: 700px)');

/** A table for any number of rows, of which only those in view exist in the page. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, columns, rows, keyOf, onOpen, selected, total, onEnd, empty } = props;
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows?.length ?? 0,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  });
  const last = virtual.getVirtualItems().at(-1)?.index ?? 0;
  const isNearEnd = rows !== undefined && rows.length > 0 && last >= rows.length - AHEAD;
  useEffect(() => {
    if (isNearEnd) {
      onEnd?.();
    }
  }, [isNearEnd, onEnd]);
  if (rows === undefined) {
    return <SkeletonRows />;
  }
  if (rows.length === 0 && empty !== undefined) {
    return empty;
  }
  const shown = NARROW.matches ? columns.filter(({ isSecondary }) => !isSecondary) : columns;
  const grid = { gridTemplateColumns: shown.map(({ width }) => width).join(' ') };
  const classOf = ({ isNumber }: WideColumn<Row>) => (isNumber ? 'number end cut' : 'cut');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={frame} className="virtual-frame" aria-label={label} tabIndex={0}>
      {/* biome-ignore-start lint/a11y/useSemanticElements: rows of a real table cannot be placed */}
      <div role="table" aria-label={label} aria-rowcount={(total ?? rows.length) + 1} className="virtual-table">
        <div role="row" className="virtual-head" style={grid} aria-rowindex={1}>
          {shown.map((column) => (
            <span key={column.name} role="columnheader" className={classOf(column)}>
              {column.name}
            </span>
          ))}
        </div>
        <div role="rowgroup" className="virtual-rows" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index] as Row;
            const key = keyOf(row);
            return (
              <div
                key={key}
                role="row"
                className={onOpen ? 'virtual-row opens' : 'virtual-row'}
                aria-rowindex={index + 2}
                aria-current={selected === key || undefined}
                style={{ ...grid, transform: `translateY(${start}px)` }}
              >
                {shown.map((column, place) => (
                  <span key={column.name} role="cell" className={classOf(column)}>
                    {onOpen && place === 0 ? (
                      <button type="button" className="opener cut" onClick={() => onOpen(row)}>
                        {column.cell(row)}
                      </button>
                    ) : (
                      column.cell(row)
                    )}
                  </span>
                ))}
              </div>
            );
          })}
        </div>
      </div>
      {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
    </section>
  );
}
