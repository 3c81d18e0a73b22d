import { Text } from 'ink';
import { useArea } from './area.tsx';

/** What a key does, and how important it is to know: the lowest number stays longest on a narrow screen. */
export type Hint = readonly [text: string, rank: number];

const GAP = '  ';

/** Returns the hints that fit, in their order. The least important ones go first. */
export function hintsThatFit(hints: readonly Hint[], columns: number): string {
  const kept = [...hints];
  const line = () => kept.map(([text]) => text).join(GAP);
  while (kept.length > 1 && line().length > columns) {
    const last = Math.max(...kept.map(([, rank]) => rank));
    kept.splice(
      kept.findLastIndex(([, rank]) => rank === last),
      1,
    );
  }
  return line();
}

/** Shows what keys do. */
export function Footer({ hints }: { hints: readonly Hint[] }) {
  const { columns } = useArea();
  return (
    <Text dimColor wrap="truncate">
      {hintsThatFit(hints, columns)}
    </Text>
  );
}
