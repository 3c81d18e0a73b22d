import { ArrowDown, ArrowUp, Check, Minus } from 'lucide-react';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { Checkbox } from 'react-aria-components';
import { SkeletonRows } from '../feedback.tsx';

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are at the right, with tabular figures. */
  isNumber?: boolean;
  /** Makes the column sortable. */
  sortBy?: (row: Row) => string | number;
  /** Hidden below 700 px. */
  isSecondary?: boolean;
  width?: string;
}

/** The rows that a person has picked, by key. */
export interface Picks<Row> {
  picked: ReadonlySet<string>;
  onPick: (picked: ReadonlySet<string>) => void;
  /** Names a row for screen readers. */
  nameOf: (row: Row) => string;
  /** Whether a row can be picked. @default all */
  canPick?: (row: Row) => boolean;
}

interface TableProps<Row> {
  /** What the table shows, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  /** Opens a row. Its first cell is a button then, so that the keyboard reaches it. */
  onOpen?: (row: Row) => void;
  selected?: string | undefined;
  /** Lets the person pick rows. */
  picks?: Picks<Row> | undefined;
  /** Shown instead of the table if there are no rows. */
  empty?: ReactNode;
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));

/** A table with a head that stays, sorting, and rows that open. */
export function Table<Row>({ label, columns, rows, keyOf, onOpen, selected, picks, empty }: TableProps<Row>) {
  const [order, setOrder] = useState<{ name: string; isDescending: boolean }>();
  if (rows === undefined) {
    return <SkeletonRows />;
  }
  if (rows.length === 0 && empty !== undefined) {
    return empty;
  }
  const sortBy = columns.find(({ name }) => name === order?.name)?.sortBy;
  const sorted = sortBy
    ? rows.toSorted((a, b) => compare(sortBy(a), sortBy(b)) * (order?.isDescending ? -1 : 1))
    : rows;
  const classOf = ({ isNumber, isSecondary }: Column<Row>) =>
    [isNumber && 'number end', isSecondary && 'secondary'].filter(Boolean).join(' ') || undefined;
  return (
    // A region that scrolls sideways must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="table-frame" aria-label={label} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            {picks && <PickAll picks={picks} rows={rows} keyOf={keyOf} />}
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className={classOf(column)}
                style={column.width ? ({ '--width': column.width } as CSSProperties) : undefined}
                aria-sort={order?.name === column.name ? (order.isDescending ? 'descending' : 'ascending') : undefined}
              >
                {column.sortBy ? (
                  <button
                    type="button"
                    className="sort"
                    onClick={() =>
                      setOrder({ name: column.name, isDescending: order?.name === column.name && !order.isDescending })
                    }
                  >
                    {column.name}
                    {order?.name === column.name &&
                      (order.isDescending ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden />)}
                  </button>
                ) : (
                  column.name
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => {
            const key = keyOf(row);
            return (
              <tr key={key} className={onOpen && 'opens'} aria-current={selected === key || undefined}>
                {picks && <PickOne picks={picks} row={row} id={key} />}
                {columns.map((column, place) => (
                  <td key={column.name} className={classOf(column)}>
                    {onOpen && place === 0 ? (
                      <button type="button" className="opener" onClick={() => onOpen(row)}>
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
        </tbody>
      </table>
    </section>
  );
}

/** Picks all rows that can be picked, or none. */
function PickAll<Row>({
  picks,
  rows,
  keyOf,
}: { picks: Picks<Row> } & Pick<TableProps<Row>, 'keyOf'> & { rows: readonly Row[] }) {
  const keys = rows.filter((row) => picks.canPick?.(row) ?? true).map(keyOf);
  const some = keys.filter((key) => picks.picked.has(key)).length;
  return (
    <th scope="col" className="pick">
      <Checkbox
        className="checkbox"
        aria-label="Select all rows"
        isDisabled={keys.length === 0}
        isSelected={keys.length > 0 && some === keys.length}
        isIndeterminate={some > 0 && some < keys.length}
        onChange={(isPicked) => picks.onPick(new Set(isPicked ? keys : []))}
      >
        <span className="check" aria-hidden>
          {some > 0 && some < keys.length ? <Minus size={12} /> : <Check size={12} />}
        </span>
      </Checkbox>
    </th>
  );
}

function PickOne<Row>({ picks, row, id }: { picks: Picks<Row>; row: Row; id: string }) {
  const toggle = (isPicked: boolean) => {
    const picked = new Set(picks.picked);
    if (isPicked) {
      picked.add(id);
    } else {
      picked.delete(id);
    }
    picks.onPick(picked);
  };
  return (
    <td className="pick">
      {(picks.canPick?.(row) ?? true) && (
        <Checkbox
          className="checkbox"
          aria-label={`Select ${picks.nameOf(row)}`}
          isSelected={picks.picked.has(id)}
          onChange={toggle}
        >
          <span className="check" aria-hidden>
            <Check size={12} />
          </span>
        </Checkbox>
      )}
    </td>
  );
}

/** Asks for the next rows of a list with a cursor. */
export function MoreRows({ hasMore, isLoading, onMore }: { hasMore: boolean; isLoading: boolean; onMore: () => void }) {
  if (!hasMore) {
    return null;
  }
  return (
    <button type="button" className="button plain more" disabled={isLoading} onClick={onMore}>
      {isLoading ? 'Loading …' : 'Show more'}
    </button>
  );
}
