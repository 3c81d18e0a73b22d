import { Box, type Key, Text } from 'ink';
import { useEffect } from 'react';
import type { ListModel } from '../../commands/cockpit/list-model.ts';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import { cut, wrapped } from '../../output/table.ts';
import { type Actions, BACK, FILTERING, helpOf, hintsOf } from '../parts/actions.ts';
import { useArea } from '../parts/area.tsx';
import { Footer, type Hint } from '../parts/Footer.tsx';
import { edited, type InputLine, lineOf, textOf, typedInto } from '../parts/input-line.ts';
import { LineInput } from '../parts/LineInput.tsx';
import { Pager, stepOf } from '../parts/Pager.tsx';
import { paneWidth, SEPARATOR, SidePane } from '../parts/SidePane.tsx';
import { type Theme, theme } from '../parts/theme.ts';
import { useChanges } from '../parts/use-changes.ts';
import { useKeys, useNow } from '../parts/use-keys.ts';
import { roomy } from '../terminal/ask-widths.ts';

/** A column of a list. */
export interface Column<Item> {
  heading: string;
  width: number;
  text: (item: Item) => string;
  /** The meaning of the text's color. */
  colour?: (item: Item) => keyof Theme | undefined;
}

/** How a tab shows its records. */
export interface ListView<Item> {
  /** The plural noun of the records. */
  noun: string;
  columns: readonly Column<Item>[];
  keyOf: (item: Item) => string;
  /** Returns everything known about a record. */
  detailsOf: (item: Item) => string[];
  /** What to do if there are no records. */
  empty: string;
  /** Writes a text for the selected record, and returns what happened. */
  write?: { prompt: string; send: (item: Item | undefined, text: string) => Promise<string> };
}

/** The keys of the tabs with a list. */
export const LIST_ACTIONS = {
  move: { key: 'arrows, j, k', hint: ['arrows move', 3], help: 'move through the list; PgUp and PgDn by a page' },
  details: { key: 'd', hint: ['details', 4], help: 'show all details of the record; Enter does the same' },
  filter: { key: '/', hint: ['filter', 5], help: 'show only records with these words' },
  reload: { key: 'r', hint: ['reload', 6], help: 'load the list again; it also loads every few seconds' },
  write: { key: 'w', help: 'in People: write as the selected customer' },
  back: { key: 'Esc', help: 'go back; on the list: clear the filter' },
  help: { key: '?', hint: ['help', 1] },
  quit: { key: 'q, Ctrl-C', hint: ['q quit', 2], help: 'quit; in help and details, q goes back' },
} as const satisfies Actions;

const WRITE: readonly Hint[] = [['w write', 2]];
const WRITING: readonly Hint[] = [
  ['Enter sends', 2],
  ['Esc back', 1],
];

const RELOAD_MILLISECONDS = 3_000;
/** The headings, the line of the filter, and the footer. */
const LINES_AROUND = 4;
const GAP = ' ';

type Panel<Item> = { kind: 'list' } | { kind: 'help' } | { kind: 'details'; item: Item };

/** Returns how many columns fit; at least the first. */
function columnsThatFit<Item>(columns: readonly Column<Item>[], width: number): Column<Item>[] {
  let left = width - 2;
  return columns.filter(({ width: one }, index) => {
    left -= one + GAP.length;
    return index === 0 || left >= 0;
  });
}

/** Shows the records of a model, with a filter, and the details of the selected one. */
export function ListTab<Item>({
  model,
  view,
  quit,
}: {
  model: ListModel<Item>;
  view: ListView<Item>;
  quit: () => void;
}) {
  useChanges(model);
  const { columns, rows: lines, isActive } = useArea();
  const panel = useNow<Panel<Item>>({ kind: 'list' });
  const picked = useNow<string | undefined>(undefined);
  const filter = useNow(lineOf(''));
  const isTyping = useNow(false);
  /** The text that the user writes for the selected record. */
  const draft = useNow<InputLine | undefined>(undefined);
  const note = useNow('');
  useEffect(() => {
    if (!isActive) {
      return;
    }
    void model.refresh();
    const timer = setInterval(() => void model.refresh(), RELOAD_MILLISECONDS);
    return () => clearInterval(timer);
  }, [model, isActive]);

  const height = Math.max(1, lines - LINES_AROUND);
  const shown = () => {
    const words = textOf(filter.now).toLowerCase().split(/\s+/);
    const items = model.items.filter((item) => {
      const text = view.columns
        .map((column) => column.text(item))
        .join(' ')
        .toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const at = items.findIndex((item) => view.keyOf(item) === picked.now);
    return { items, selected: Math.max(0, at) };
  };
  const send = async (text: string) => {
    const { items, selected } = shown();
    const sent = view.write?.send(items[selected], text);
    note.set(await Promise.resolve(sent ?? '').catch((error: Error) => error.message));
    await model.refresh();
  };
  const move = (steps: number) => {
    const { items, selected } = shown();
    const next = items[Math.max(0, Math.min(items.length - 1, selected + steps))];
    picked.set(next && view.keyOf(next));
  };
  const command = (input: string, key: Key) => {
    const { items, selected } = shown();
    const item = items[selected];
    if (key.escape) {
      filter.set(lineOf(''));
    } else if ((input === 'd' || key.return) && item) {
      panel.set({ kind: 'details', item });
    } else if (input === '/') {
      isTyping.set(true);
    } else if (input === 'w' && view.write) {
      draft.set(lineOf(''));
    } else if (input === 'r') {
      void model.refresh();
    } else if (input === '?') {
      panel.set({ kind: 'help' });
    } else {
      const { steps, pages } = stepOf(input, key);
      move(steps + pages * height);
    }
  };
  useKeys({
    actions: ['list', LIST_ACTIONS],
    isWriting: () => isTyping.now || draft.now !== undefined,
    press: (input, key) => {
      note.set('');
      const isList = panel.now.kind === 'list';
      if ((input === 'q' && isList && !isTyping.now && draft.now === undefined) || (key.ctrl && input === 'c')) {
        quit();
      } else if (draft.now !== undefined) {
        const text = textOf(draft.now).trim();
        draft.set(key.escape || key.return ? undefined : edited(draft.now, input, key));
        if (key.return && text !== '') {
          void send(text);
        }
      } else if (isTyping.now) {
        if (key.escape) {
          filter.set(lineOf(''));
        } else if (!key.return) {
          filter.set(edited(filter.now, input, key));
        }
        isTyping.set(!key.escape && !key.return);
      } else if (isList) {
        command(input, key);
      } else if (key.escape || key.return || 'dq?'.includes(input || ' ')) {
        panel.set({ kind: 'list' });
      }
    },
    paste: (text) => {
      const field = draft.now === undefined ? filter : draft;
      field.set(typedInto(field.now ?? lineOf(''), text.replaceAll('\n', ' ')));
    },
  });

  const { items, selected } = shown();
  const beside = paneWidth(columns);
  const width = columns - (beside === 0 ? 0 : beside + SEPARATOR);
  const fitting = columnsThatFit(view.columns, width);
  const top = Math.max(0, Math.min(selected - Math.floor(height / 2), items.length - height));
  const current = items[selected];
  const words = textOf(filter.now);
  const empty = words === '' ? view.empty : `no ${view.noun} match the filter; Esc shows all`;
  const text = model.problem || (items.length > 0 ? '' : model.state === 'loading' ? 'loading ...' : empty);
  return (
    <Box flexDirection="column">
      {panel.now.kind === 'list' ? (
        <Box height={height + 1}>
          <Box flexDirection="column" width={width} height={height + 1}>
            <Text wrap="truncate" bold>
              {'  '}
              {fitting.map(({ heading, width: one }) => cut(heading, one)).join(GAP)}
            </Text>
            {text === ''
              ? items
                  .slice(top, top + height)
                  .map((item, index) => (
                    <Row
                      key={view.keyOf(item)}
                      item={item}
                      columns={fitting}
                      width={width}
                      isSelected={top + index === selected}
                    />
                  ))
              : text
                  .split('\n')
                  .flatMap((line) => wrapped(line, Math.max(1, width - 2)))
                  .slice(0, height)
                  .map((line) => (
                    <Text key={line} wrap="truncate" {...(model.problem ? { color: theme().bad } : { dimColor: true })}>
                      {`  ${line}`}
                    </Text>
                  ))}
          </Box>
          {beside === 0 ? null : (
            <SidePane lines={current ? view.detailsOf(current) : []} height={height + 1} width={beside} />
          )}
        </Box>
      ) : (
        <Pager
          lines={panel.now.kind === 'help' ? helpOf('list', LIST_ACTIONS) : view.detailsOf(panel.now.item)}
          height={height + 1}
        />
      )}
      <Box height={1}>
        {draft.now !== undefined ? (
          <>
            <Text color={theme().accent}>{view.write?.prompt}&gt; </Text>
            <LineInput line={draft.now} />
          </>
        ) : isTyping.now ? (
          <>
            <Text color={theme().accent}>/ </Text>
            <LineInput line={filter.now} />
          </>
        ) : (
          <Text wrap="truncate" color={theme().accent}>
            {onOneLine(note.now) || (words === '' ? ' ' : `/ ${words}`)}
          </Text>
        )}
      </Box>
      <Footer
        hints={
          draft.now !== undefined
            ? WRITING
            : isTyping.now
              ? FILTERING
              : panel.now.kind === 'list'
                ? [...(view.write ? WRITE : []), ...hintsOf('list', LIST_ACTIONS)]
                : BACK
        }
      />
    </Box>
  );
}

/** Shows one record. Its last column takes the rest of the width. */
function Row<Item>(props: { item: Item; columns: readonly Column<Item>[]; width: number; isSelected: boolean }) {
  const { item, columns, width, isSelected } = props;
  const before = columns.slice(0, -1).reduce((sum, one) => sum + one.width + GAP.length, 2);
  return (
    <Text inverse={isSelected} wrap="truncate">
      {isSelected ? '▶ ' : '  '}
      {columns.map(({ heading, text, colour, width: own }, index) => {
        const isLast = index === columns.length - 1;
        const meaning = colour?.(item);
        return (
          <Text key={heading} {...(meaning && { color: theme()[meaning] })}>
            {cut(roomy(onOneLine(text(item))), isLast ? Math.max(1, width - before) : own)}
            {isLast ? '' : GAP}
          </Text>
        );
      })}
    </Text>
  );
}
