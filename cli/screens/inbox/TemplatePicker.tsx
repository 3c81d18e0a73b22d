import type { Schemas } from '@wigwag/sdk';
import { Box, Text } from 'ink';
import { withValues } from '../../commands/templates/templates.ts';
import { phoneOf } from '../../output/template-preview.ts';
import { Choices } from '../list/Choices.tsx';

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
  const template = templates[selected];
  const known = new Map(template?.variables.names.map((name, index) => [name, values[index] ?? '']));
  const preview = template
    ? phoneOf(template, (text) => withValues(text, known), isWide ? width - LIST_WIDTH - GAP : width).split('\n')
    : [];
  return (
    <Box height={height} flexDirection={isWide ? 'row' : 'column'} columnGap={GAP} overflow="hidden">
      <Box flexDirection="column" width={listWidth} height={listHeight} flexShrink={0}>
        <Choices
          names={templates.map(({ name, language }) => `${name} ${language}`)}
          selected={selected}
          height={listHeight}
          width={listWidth}
        />
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
