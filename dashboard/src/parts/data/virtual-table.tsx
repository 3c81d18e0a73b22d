import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { SkeletonRows } from '../feedback.tsx';

export interface WideColumn<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  /** The width in pixels. Columns without one share the rest. */
  width?: number;
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
  /** Whether long texts are on several lines. By default they are cut. */
  wraps?: boolean;
}

const ROW_HEIGHT = 36;
/** The smallest width of a column that grows, in pixels. */
const GROWS_FROM = 140;
/** How many rows before the end the next ones are loaded. */
const AHEAD = 20;
const NARROW = matchMedia('(max-width: 700px)');
const watchWidth = (watcher: () => void) => {
  NARROW.addEventListener('change', watcher);
  return () => NARROW.removeEventListener('change', watcher);
};

/** A table for any number of rows, of which only those in view exist in the page. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, columns, rows, keyOf, onOpen, selected, total, onEnd, empty, wraps = false } = props;
  const isNarrow = useSyncExternalStore(watchWidth, () => NARROW.matches);
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
  const shown = isNarrow ? columns.filter(({ isSecondary }) => !isSecondary) : columns;
  const classOf = ({ isNumber }: WideColumn<Row>) =>
    [isNumber && 'number end', !wraps && 'cut'].filter(Boolean).join(' ') || undefined;
  const minWidth = shown.reduce((sum, { width = GROWS_FROM }) => sum + width, 0);
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={frame} className="virtual-frame" aria-label={label} tabIndex={0}>
      <table
        className={wraps ? 'table virtual wraps' : 'table virtual'}
        aria-rowcount={(total ?? rows.length) + 1}
        style={{ minWidth }}
      >
        <colgroup>
          {shown.map(({ name, width }) => (
            <col key={name} style={width === undefined ? undefined : { width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {shown.map((column) => (
              <th key={column.name} scope="col" className={classOf(column)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={before} columns={shown.length} />
          {items.map(({ index }) => {
            const row = rows[index] as Row;
            const key = keyOf(row);
            return (
              <tr
                key={key}
                ref={wraps ? virtual.measureElement : undefined}
                data-index={index}
                className={onOpen && 'opens'}
                aria-rowindex={index + 2}
                aria-current={selected === key || undefined}
              >
                {shown.map((column, place) => (
                  <td key={column.name} className={classOf(column)}>
                    {onOpen && place === 0 ? (
                      <button type="button" className="opener cut" onClick={() => onOpen(row)}>
                        {column.cell(row)}
                      </button>
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
          <Spacer height={after} columns={shown.length} />
        </tbody>
      </table>
    </section>
  );
}

/** The height of the rows that are not in the page. */
const Spacer = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 && (
    <tr aria-hidden className="virtual-spacer">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
