import { Box, type Key, Text } from 'ink';
import type { ReactNode } from 'react';
import { localDay } from '../../output/local-time.ts';
import { wrapped } from '../../output/table.ts';
import { type Actions, BACK, FILTERING, helpOf, hintsOf } from '../parts/actions.ts';
import { useArea } from '../parts/area.tsx';
import { Footer, type Hint } from '../parts/Footer.tsx';
import { edited, type InputLine, lineOf, selectedLine, textOf, typedInto } from '../parts/input-line.ts';
import { Pager, stepOf } from '../parts/Pager.tsx';
import { Prompt } from '../parts/Prompt.tsx';
import { paneWidth, SEPARATOR, SidePane } from '../parts/SidePane.tsx';
import { theme } from '../parts/theme.ts';
import { useKeys, useNow } from '../parts/use-keys.ts';
import { linesAround, type TimeOf } from './lines.ts';

/** The keys of every list. A screen adds its actions before `back`. */
export const MOVES = {
  move: { key: 'arrows, j, k', hint: ['arrows move', 3], help: 'move through the list; PgUp and PgDn by a page' },
  first: { key: 'g', help: 'go to the first one' },
  last: { key: 'G', help: 'go to the last one' },
  details: { key: 'd', hint: ['details', 4], help: 'show all details; Enter does the same' },
  filter: {
    key: '/',
    hint: ['filter', 5],
    help: 'show only those with these words. What you type replaces the last filter; an arrow edits it',
  },
} as const satisfies Actions;

export const EXITS = {
  back: { key: 'Esc', help: 'go back; on the list: clear the filter' },
  help: { key: '?', hint: ['help', 1] },
  redraw: { key: 'Ctrl-L', help: 'draw the screen again' },
  stop: { key: 'Ctrl-Z', help: 'stop, until `fg` in the shell continues' },
  quit: { key: 'q, Ctrl-C', hint: ['q quit', 2], help: 'quit; in help and details, q goes back' },
} as const satisfies Actions;

const WRITING: readonly Hint[] = [
  ['Enter sends', 2],
  ['Esc back', 1],
];

/** How a row is drawn. */
export interface RowLook {
  width: number;
  isSelected: boolean;
}

/** What the keys of a screen can do. */
export interface ListTools {
  /** Shows a line until the next key. */
  say: (note: string) => void;
  /** Shows lines instead of the list. */
  open: (lines: string[]) => void;
  /** Lets the user write a text for the selected item. */
  startWriting: () => void;
}

export interface ListScreenProps<Item> {
  /** The name of the screen in the settings, and its actions. */
  actions: readonly [screen: string, actions: Actions];
  /** The plural noun of the items. */
  noun: string;
  items: readonly Item[];
  /** Returns what identifies an item. Numbers ascend: if a selected item is gone, the next one is selected. */
  keyOf: (item: Item) => string | number;
  /** Returns a test for items that match the words of the filter. */
  filterOf: (words: string) => (item: Item) => boolean;
  /** The lines above the list, and their number. */
  head?: ReactNode;
  headLines?: number;
  /** The line above the rows. */
  heading?: (width: number) => ReactNode;
  draw: (item: Item, look: RowLook) => ReactNode;
  /** Returns the time of an item, for lists with a date where the day changes. */
  timeOf?: TimeOf<Item>;
  /** Returns everything known about an item. */
  detailsOf: (item: Item) => string[];
  /** Whether new items come at the end, where the list stays until the user selects another item. */
  isTail?: boolean;
  /** The text in place of an empty list. */
  empty: string;
  /** Why the list cannot be loaded. */
  problem?: string;
  /** Returns lines after those of the keys. */
  moreHelp?: () => readonly string[];
  /** Takes a key that the list has no use for. */
  press?: (input: string, item: Item | undefined, tools: ListTools) => void;
  write?: { prompt: string; send: (item: Item | undefined, text: string) => Promise<string> };
  quit: () => void;
}

type Panel<Item> = { kind: 'list' } | { kind: 'text'; lines: string[] } | { kind: 'details'; item: Item };

/** The footer. */
const FOOTER = 1;

/** Returns whether a key is the wanted one; for numbers, also whether it follows it. */
const isAtOrAfter = (key: string | number, wanted: string | number): boolean =>
  typeof key === 'number' && typeof wanted === 'number' ? key >= wanted : key === wanted;

/** Shows a list with a filter, the details of the selected item, and help. */
export function ListScreen<Item>(props: ListScreenProps<Item>) {
  const { actions, keyOf, headLines = 0, isTail = false, quit } = props;
  const { columns, rows } = useArea();
  const panel = useNow<Panel<Item>>({ kind: 'list' });
  const picked = useNow<string | number | undefined>(undefined);
  const filter = useNow(lineOf(''));
  const isTyping = useNow(false);
  /** The text that the user writes for the selected item. */
  const draft = useNow<InputLine | undefined>(undefined);
  const note = useNow('');

  const isWriting = () => isTyping.now || draft.now !== undefined;
  const words = textOf(filter.now);
  const noteLines = isWriting()
    ? ['']
    : (note.now || (words === '' ? '' : `/ ${words}`))
        .split('\n')
        .flatMap((line) => wrapped(line, columns))
        .slice(0, Math.max(1, rows - headLines - FOOTER - 1));
  const paneHeight = Math.max(1, rows - headLines - noteLines.length - FOOTER);
  const height = Math.max(1, paneHeight - (props.heading ? 1 : 0));
  const beside = paneWidth(columns);
  const width = columns - (beside === 0 ? 0 : beside + SEPARATOR);
  const around = { height, today: localDay(new Date()), ...(props.timeOf && { timeOf: props.timeOf }) };
  /** Returns the items that match the filter, and the position of the cursor. */
  const shown = () => {
    const words = textOf(filter.now).trim();
    const items = words === '' ? props.items : props.items.filter(props.filterOf(words));
    const wanted = picked.now;
    const last = items.length - 1;
    const at = wanted === undefined ? -1 : items.findIndex((item) => isAtOrAfter(keyOf(item), wanted));
    const selected = at < 0 ? (isTail ? last : Math.min(0, last)) : at;
    return { items, last, selected, item: items[selected] };
  };
  const select = (wanted: (selected: number) => number) => {
    const { items, last, selected } = shown();
    const to = Math.max(0, Math.min(last, wanted(selected)));
    const item = items[to];
    picked.set(item === undefined || (isTail && to === last) ? undefined : keyOf(item));
  };
  const tools: ListTools = {
    say: note.set,
    open: (lines) => panel.set({ kind: 'text', lines }),
    startWriting: () => draft.set(lineOf('')),
  };

  const write = async (text: string) => {
    note.set(await Promise.resolve(props.write?.send(shown().item, text) ?? '').catch((error: Error) => error.message));
  };
  const command = (input: string, key: Key) => {
    const { item, last } = shown();
    const { steps, pages } = stepOf(input, key);
    if (key.escape) {
      filter.set(lineOf(''));
    } else if (input === 'd' || key.return) {
      panel.set(item ? { kind: 'details', item } : { kind: 'list' });
    } else if (input === '/') {
      filter.set(selectedLine(filter.now));
      isTyping.set(true);
    } else if (input === '?') {
      tools.open([...helpOf(...actions), ...(props.moreHelp?.() ?? [])]);
    } else if (input === 'g' || input === 'G') {
      select(() => (input === 'g' ? 0 : last));
    } else if (steps !== 0 || pages !== 0) {
      select((selected) => selected + steps + pages * height);
    } else {
      props.press?.(input, item, tools);
    }
  };
  useKeys({
    actions,
    isWriting,
    press: (input, key) => {
      note.set('');
      const isEnd = key.escape || key.return;
      if (key.ctrl && input === 'c') {
        quit();
      } else if (draft.now !== undefined) {
        const text = textOf(draft.now).trim();
        draft.set(isEnd ? undefined : edited(draft.now, input, key));
        if (key.return && text !== '') {
          void write(text);
        }
      } else if (isTyping.now) {
        filter.set(key.escape ? lineOf('') : key.return ? lineOf(textOf(filter.now)) : edited(filter.now, input, key));
        isTyping.set(!isEnd);
      } else if (panel.now.kind !== 'list') {
        if (isEnd || ['d', 'o', 'q', '?'].includes(input)) {
          panel.set({ kind: 'list' });
        } else {
          props.press?.(input, shown().item, tools);
        }
      } else if (input === 'q') {
        quit();
      } else {
        command(input, key);
      }
    },
    point: ({ row, column, steps }) => {
      if (panel.now.kind !== 'list') {
        return; // The pager scrolls.
      }
      if (steps !== 0) {
        select((from) => from + steps);
        return;
      }
      const { items, selected } = shown();
      const line = linesAround(items, { ...around, selected })[row - headLines - (props.heading ? 1 : 0)];
      if (line && 'item' in line && column < width) {
        select(() => line.index);
      }
    },
    paste: (text) => {
      const field = draft.now === undefined ? filter : draft;
      field.set(typedInto(field.now ?? lineOf(''), text.replaceAll('\n', ' ')));
    },
  });

  const { items, selected, item: current } = shown();
  const text =
    props.problem ||
    (items.length > 0 ? '' : words === '' ? props.empty : `no ${props.noun} match the filter; Esc shows all`);
  return (
    <Box flexDirection="column">
      {props.head}
      {panel.now.kind === 'list' ? (
        <Box height={paneHeight}>
          <Box flexDirection="column" width={width} height={paneHeight}>
            {props.heading?.(width)}
            {text === ''
              ? linesAround(items, { ...around, selected }).map((line) =>
                  'item' in line ? (
                    <Box key={keyOf(line.item)} height={1}>
                      {props.draw(line.item, { width, isSelected: line.index === selected })}
                    </Box>
                  ) : (
                    <Text key={line.day} dimColor>{`  ${line.day}`}</Text>
                  ),
                )
              : text
                  .split('\n')
                  .flatMap((line) => wrapped(line, Math.max(1, width - 2)))
                  .slice(0, height)
                  .map((line) => (
                    <Text key={line} {...(props.problem ? { color: theme().bad } : { dimColor: true })}>
                      {`  ${line}`}
                    </Text>
                  ))}
          </Box>
          {beside === 0 ? null : (
            <SidePane lines={current ? props.detailsOf(current) : []} height={paneHeight} width={beside} />
          )}
        </Box>
      ) : (
        <Pager
          lines={panel.now.kind === 'text' ? panel.now.lines : props.detailsOf(panel.now.item)}
          height={paneHeight}
        />
      )}
      {draft.now !== undefined ? (
        <Prompt text={`${props.write?.prompt}> `} line={draft.now} />
      ) : isTyping.now ? (
        <Prompt text="/ " line={filter.now} />
      ) : (
        <Text wrap="truncate" color={theme().accent}>
          {noteLines.join('\n') || ' '}
        </Text>
      )}
      <Footer
        hints={
          draft.now !== undefined
            ? WRITING
            : isTyping.now
              ? FILTERING
              : panel.now.kind === 'list'
                ? hintsOf(...actions)
                : BACK
        }
      />
    </Box>
  );
}
