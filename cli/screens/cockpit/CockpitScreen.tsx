import { Box, type Key, Text } from 'ink';
import { type ReactNode, useState } from 'react';
import { type Area, AreaOf, useArea } from '../parts/area.tsx';
import { Footer } from '../parts/Footer.tsx';
import { edited, lineOf, textOf, typedInto } from '../parts/input-line.ts';
import { Prompt } from '../parts/Prompt.tsx';
import { theme } from '../parts/theme.ts';
import { useKeys, useNow } from '../parts/use-keys.ts';
import { matchesOf } from './matches.ts';

/** A tab of the cockpit. */
export interface Tab {
  name: string;
  /** Called when the tab is shown for the first time. */
  draw: () => ReactNode;
}

/** What the user can type after `:`, besides the names of the tabs. */
export interface CockpitCommand {
  name: string;
  run: (go: (tab: string) => void) => void;
}

/** The lines of the tabs, and of the command. */
const TABS_LINES = 1;
const COMMAND_LINES = 2;
/** A space before and after each name. */
const AROUND = 2;

/** Returns the tabs as they fit: all names; then only the name of the current one, and the numbers of the others. */
export function tabsThatFit(names: readonly string[], current: number, columns: number): string[] {
  const full = names.map((name, index) => `${index + 1} ${name}`);
  const isFit = full.reduce((sum, { length }) => sum + length + AROUND, 0) <= columns;
  return isFit ? full : full.map((text, index) => (index === current ? text : String(index + 1)));
}

/** Returns the index of the tab at a column; -1 if there is none. */
function tabAt(names: readonly string[], current: number, columns: number, column: number): number {
  let end = 0;
  return tabsThatFit(names, current, columns).findIndex((text) => {
    end += text.length + AROUND;
    return column < end;
  });
}

/** Shows one tab at a time below the list of the tabs. A tab keeps its state while another one is shown. */
export function CockpitScreen(props: {
  tabs: readonly Tab[];
  /** The tab that is shown first. */
  first: string;
  /** Returns the commands at this moment, such as a jump to each conversation. */
  commands: () => readonly CockpitCommand[];
  quit: () => void;
}) {
  const { tabs, first, commands, quit } = props;
  const { columns, rows } = useArea();
  const names = tabs.map(({ name }) => name);
  const current = useNow(
    Math.max(
      0,
      tabs.findIndex(({ name }) => name === first),
    ),
  );
  const typed = useNow<ReturnType<typeof lineOf> | undefined>(undefined);
  const [opened, setOpened] = useState<readonly number[]>([current.now]);
  const show = (index: number) => {
    current.set(index);
    setOpened((before) => (before.includes(index) ? before : [...before, index]));
  };
  const go = (name: string) =>
    show(
      Math.max(
        0,
        tabs.findIndex((tab) => tab.name === name),
      ),
    );

  /** Takes the keys of the frame; the tab gets all others. */
  const take = (input: string, key: Key): boolean => {
    const number = Number(input) - 1;
    if (/^[1-9]$/.test(input) && number < tabs.length) {
      show(number);
    } else if (key.tab) {
      show((current.now + (key.shift ? tabs.length - 1 : 1)) % tabs.length);
    } else if (input === ':') {
      typed.set(lineOf(''));
    } else {
      return false;
    }
    return true;
  };
  const found = () => {
    const jumps = tabs.map(({ name }) => ({ name: name.toLowerCase(), run: () => go(name) }));
    return matchesOf([...jumps, ...commands()], textOf(typed.now ?? lineOf('')));
  };
  const isTyping = typed.now !== undefined;
  const inner: Area = {
    columns,
    rows: rows - TABS_LINES - (isTyping ? COMMAND_LINES : 0),
    top: TABS_LINES,
    isActive: !isTyping,
    take,
    pointAbove: ({ column, steps }) => {
      const clicked = steps === 0 ? tabAt(names, current.now, columns, column) : -1;
      if (clicked >= 0) {
        show(clicked);
      }
    },
  };
  return (
    <Box flexDirection="column">
      <TabBar names={names} current={current.now} columns={columns} />
      {opened.map((index) => {
        const isShown = index === current.now;
        return (
          <Box key={tabs[index]?.name} flexDirection="column" display={isShown ? 'flex' : 'none'}>
            <AreaOf area={{ ...inner, isActive: isShown && !isTyping }}>{tabs[index]?.draw()}</AreaOf>
          </Box>
        );
      })}
      {isTyping ? (
        <CommandLine
          line={typed.now ?? lineOf('')}
          matches={found().map(({ name }) => name)}
          change={(line) => typed.set(line)}
          leave={() => typed.set(undefined)}
          run={() => {
            const [match] = found();
            typed.set(undefined);
            match?.run(go);
          }}
          quit={quit}
        />
      ) : null}
    </Box>
  );
}

function TabBar({ names, current, columns }: { names: readonly string[]; current: number; columns: number }) {
  return (
    <Text wrap="truncate">
      {tabsThatFit(names, current, columns).map((text, index) =>
        index === current ? (
          <Text key={names[index]} bold backgroundColor={theme().accent} color={theme().onAccent}>
            {` ${text} `}
          </Text>
        ) : (
          <Text key={names[index]} color={theme().quiet}>
            {` ${text} `}
          </Text>
        ),
      )}
    </Text>
  );
}

/** The line of a `:` command, with the commands that match what is typed. */
function CommandLine(props: {
  line: ReturnType<typeof lineOf>;
  matches: readonly string[];
  change: (line: ReturnType<typeof lineOf>) => void;
  leave: () => void;
  run: () => void;
  quit: () => void;
}) {
  const { line, matches, change, leave, run, quit } = props;
  const now = useNow(line);
  useKeys({
    isWriting: () => true,
    press: (input, key) => {
      if (key.ctrl && input === 'c') {
        quit();
      } else if (key.escape) {
        leave();
      } else if (key.return) {
        run();
      } else {
        const next = key.tab && matches[0] !== undefined ? lineOf(matches[0]) : edited(now.now, input, key);
        now.set(next);
        change(next);
      }
    },
    paste: (text) => {
      now.set(typedInto(now.now, text.replaceAll('\n', ' ')));
      change(now.now);
    },
  });
  const [first = 'no such command', ...others] = matches;
  return (
    <>
      <Prompt text=":" line={now.now} />
      <Footer hints={[[`Enter: ${first}`, 1], ...others.map((name): [string, number] => [name, 3]), ['Esc back', 2]]} />
    </>
  );
}
