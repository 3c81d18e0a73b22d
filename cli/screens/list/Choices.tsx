import { Text } from 'ink';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import { cut } from '../../output/table.ts';
import { roomy } from '../terminal/ask-widths.ts';
import { topOf } from './lines.ts';

/** Shows the names that fit around the selected one, which has a mark for terminals without colours. */
export function Choices(props: { names: readonly string[]; selected: number; height: number; width: number }) {
  const { names, selected, height, width } = props;
  const top = topOf(selected, names.length, height);
  return names.slice(top, top + height).map((name, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two agents can have the same name
    <Text key={top + index} wrap="truncate" inverse={top + index === selected}>
      {top + index === selected ? '❯ ' : '  '}
      {cut(roomy(onOneLine(name)), width - 2)}
    </Text>
  ));
}
