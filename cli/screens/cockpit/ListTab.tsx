import { Text } from 'ink';
import { useEffect } from 'react';
import type { ListModel } from '../../commands/cockpit/list-model.ts';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import { cut } from '../../output/table.ts';
import { EXITS, ListScreen, type ListScreenProps, MOVES, type RowLook } from '../list/ListScreen.tsx';
import type { Actions } from '../parts/actions.ts';
import { useArea } from '../parts/area.tsx';
import { type Theme, theme } from '../parts/theme.ts';
import { useChanges } from '../parts/use-changes.ts';
import { roomy } from '../terminal/ask-widths.ts';

/** A column of a list. */
export interface Column<Item> {
  heading: string;
  /** The least width. The last column that is shown takes the rest of the line. */
  width: number;
  /** How important it is: the lowest number stays longest on a narrow screen. */
  rank: number;
  /** Where a long text is cut. The beginnings of IDs are the same, so they are cut at the start. @default 'end' */
  cutAt?: 'start' | 'end';
  text: (item: Item) => string;
  /** The meaning of the text's color. */
  colour?: (item: Item) => keyof Theme | undefined;
}

/** How a tab shows its records. */
export interface ListView<Item>
  extends Pick<ListScreenProps<Item>, 'noun' | 'keyOf' | 'detailsOf' | 'empty' | 'write'> {
  columns: readonly Column<Item>[];
}

/** The keys of the tabs with a list. */
export const LIST_ACTIONS = {
  ...MOVES,
  reload: { key: 'r', hint: ['reload', 6], help: 'load the list again; it also loads every few seconds' },
  write: { key: 'w', hint: ['write', 2], help: 'write as the selected customer' },
  ...EXITS,
} as const satisfies Actions;

/** Returns the keys of lists whose records take no text. */
const without = ({ write, ...others }: typeof LIST_ACTIONS): Actions => others;

const RELOAD_MILLISECONDS = 3_000;
const GAP = ' ';
/** The sign of the selected record. */
const MARK = 2;

/** Returns the most important columns that fit, in their order; at least one. */
function columnsThatFit<Item>(columns: readonly Column<Item>[], width: number): Column<Item>[] {
  let left = width - MARK;
  const kept = columns
    .toSorted((one, other) => one.rank - other.rank)
    .filter(({ width: own }, index) => {
      const isKept = index === 0 || own <= left;
      left -= isKept ? own + GAP.length : 0;
      return isKept;
    });
  return columns.filter((column) => kept.includes(column));
}

/** Returns a test for records that have all words in their columns. */
const filterOf =
  <Item,>(columns: readonly Column<Item>[], words: string) =>
  (item: Item): boolean => {
    const text = columns
      .map((column) => column.text(item))
      .join(' ')
      .toLowerCase();
    return words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word));
  };

/** Shows the records of a model, and loads them again at an interval while they are shown. */
export function ListTab<Item>(props: { model: ListModel<Item>; view: ListView<Item>; quit: () => void }) {
  const { model, view, quit } = props;
  const { isActive } = useArea();
  useChanges(model);
  useEffect(() => {
    if (!isActive) {
      return;
    }
    void model.refresh();
    const timer = setInterval(() => void model.refresh(), RELOAD_MILLISECONDS);
    return () => clearInterval(timer);
  }, [model, isActive]);
  const { columns, keyOf, detailsOf, noun, empty, write } = view;
  return (
    <ListScreen<Item>
      actions={['list', write ? LIST_ACTIONS : without(LIST_ACTIONS)]}
      noun={noun}
      items={model.items}
      keyOf={keyOf}
      filterOf={(words) => filterOf(columns, words)}
      heading={(width) => (
        <Text wrap="truncate" bold>
          {`  ${columnsThatFit(columns, width)
            .map(({ heading, width: one }) => cut(heading, one))
            .join(GAP)}`}
        </Text>
      )}
      draw={(item, look) => <Row item={item} columns={columnsThatFit(columns, look.width)} {...look} />}
      detailsOf={detailsOf}
      empty={model.state === 'loading' ? 'loading ...' : empty}
      problem={model.problem}
      press={(input, _, { startWriting }) => {
        if (input === 'r') {
          void model.refresh();
        } else if (input === 'w' && write) {
          startWriting();
        }
      }}
      {...(write && {
        write: {
          ...write,
          send: async (item, text) => {
            const note = await write.send(item, text);
            await model.refresh();
            return note;
          },
        },
      })}
      quit={quit}
    />
  );
}

/** Shows one record. Its last column takes the rest of the width. */
function Row<Item>({ item, columns, width, isSelected }: { item: Item; columns: readonly Column<Item>[] } & RowLook) {
  const before = columns.slice(0, -1).reduce((sum, one) => sum + one.width + GAP.length, MARK);
  return (
    <Text inverse={isSelected} wrap="truncate">
      {isSelected ? '▶ ' : '  '}
      {columns.map(({ heading, text, colour, cutAt = 'end', width: own }, index) => {
        const isLast = index === columns.length - 1;
        const meaning = colour?.(item);
        return (
          <Text key={heading} {...(meaning && { color: theme()[meaning] })}>
            {cut(roomy(onOneLine(text(item))), isLast ? Math.max(1, width - before) : own, cutAt)}
            {isLast ? '' : GAP}
          </Text>
        );
      })}
    </Text>
  );
}
