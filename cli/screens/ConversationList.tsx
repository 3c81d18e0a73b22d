import type { Channel } from '@wigwag/sdk/names';
import { Box, Text } from 'ink';
import { type Conversation, keyOf } from '../commands/inbox/model.ts';
import { nameOf } from '../commands/inbox/words.ts';
import { cut } from '../output/table.ts';

const UNREAD = 4;
const CHANNEL = 3;
const SHORT: { [Name in Channel]?: string } = { whatsapp: 'wa', instagram: 'ig', messenger: 'fb' };

/** Shows who wrote, on which channel, and the number of unread messages. Closed conversations are dim. */
export function ConversationList(props: {
  conversations: readonly Conversation[];
  selected: number;
  height: number;
  width: number;
  /** Text for an empty list. */
  empty: string;
}) {
  const { conversations, selected, height, width, empty } = props;
  const top = Math.max(0, Math.min(selected - Math.floor(height / 2), conversations.length - height));
  return (
    <Box flexDirection="column" height={height} width={width}>
      {conversations.length === 0 ? <Text dimColor>{empty}</Text> : null}
      {conversations.slice(top, top + height).map((one, index) => (
        <Text
          key={keyOf(one)}
          wrap="truncate"
          inverse={top + index === selected}
          bold={one.unread_count > 0}
          dimColor={one.status === 'closed'}
        >
          {cut(nameOf(one), width - UNREAD - CHANNEL - 2)}{' '}
          {(SHORT[one.channel] ?? one.channel).slice(0, CHANNEL).padEnd(CHANNEL)}
          {(one.unread_count > 0 ? `${one.unread_count}` : '').padStart(UNREAD)}
          {top + index === selected ? '▶' : ' '}
        </Text>
      ))}
    </Box>
  );
}
