import type { Schemas } from '@wigwag/sdk';
import { Box, Text } from 'ink';
import { withValues } from '../../commands/templates/templates.ts';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import { cut } from '../../output/table.ts';
import { phoneOf } from '../../output/template-preview.ts';
import { roomy } from '../terminal/ask-widths.ts';

type Template = Schemas['Template'];

/** From this width on, the preview is beside the list, otherwise below it. */
const WIDE = 64;
const LIST_WIDTH = 26;
const GAP = 2;

/** Shows templates, and the selected one with its values as it appears on a phone. */
export function TemplatePicker(props: {
  templates: readonly Template[];
  selected: number;
  /** The values of the first variables. */
  values: readonly string[];
  height: number;
  width: number;
}) {
  const { templates, selected, values, height, width } = props;
  const isWide = width >= WIDE;
  const listWidth = isWide ? LIST_WIDTH : width;
  const listHeight = isWide ? height : Math.max(1, Math.min(templates.length, Math.floor(height / 3)));
  const top = Math.max(0, Math.min(selected - Math.floor(listHeight / 2), templates.length - listHeight));
  const template = templates[selected];
  const known = new Map(template?.variables.names.map((name, index) => [name, values[index] ?? '']));
  const preview = template
    ? phoneOf(template, (text) => withValues(text, known), isWide ? width - LIST_WIDTH - GAP : width).split('\n')
    : [];
  return (
    <Box height={height} flexDirection={isWide ? 'row' : 'column'} columnGap={GAP} overflow="hidden">
      <Box flexDirection="column" width={listWidth} height={listHeight} flexShrink={0}>
        {templates.slice(top, top + listHeight).map((one, index) => (
          <Text key={one.id} wrap="truncate" inverse={top + index === selected}>
            {cut(roomy(onOneLine(`${one.name} ${one.language}`)), listWidth)}
          </Text>
        ))}
      </Box>
      <Box flexDirection="column">
        {preview.slice(0, isWide ? height : height - listHeight).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its position
          <Text key={index} wrap="truncate">
            {line}
          </Text>
        ))}
      </Box>
    </Box>
  );
}
