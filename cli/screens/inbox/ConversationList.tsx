import type { Channel } from '@wigwag/sdk/names';
import { Box, Text } from 'ink';
import stringWidth from 'string-width';
import type { FoundMessage } from '../../commands/inbox/desk.ts';
import { type Conversation, keyOf } from '../../commands/inbox/model.ts';
import { latestIn, nameOf, shortTime } from '../../commands/inbox/words.ts';
import { localDay } from '../../output/local-time.ts';
import { NOTHING } from '../../output/message-text.ts';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import { cut, wrapped } from '../../output/table.ts';
import { topOf } from '../list/lines.ts';
import { type Theme, theme } from '../parts/theme.ts';
import { roomy } from '../terminal/ask-widths.ts';

const SHORT: { [Name in Channel]?: string } = { whatsapp: 'wa', instagram: 'ig', messenger: 'fb' };
const LONGEST_CHANNEL = 3;

/** The sign and color of a conversation without unread messages, by its status. */
const STATES = {
  open: { sign: '○', colour: 'good' },
  bot: { sign: '◆', colour: 'bot' },
  closed: { sign: '✓', colour: 'quiet' },
} as const;

/** Each conversation has two rows: who and when, and the newest message. */
export const ROWS_EACH = 2;

function stateOf({ unread_count, status }: Conversation): { sign: string; colour: keyof Theme } {
  return unread_count > 0 ? { sign: '●', colour: 'accent' } : (STATES[status] ?? STATES.open);
}

function previewOf(one: Conversation, found: FoundMessage | undefined): string {
  if (found) {
    return `${localDay(new Date(found.at)).slice(5)} ${found.direction === 'out' ? '> ' : ''}${onOneLine(found.text)}`;
  }
  const text = one.last_message ? latestIn(one) || NOTHING : '';
  return one.last_message?.direction === 'out' ? `> ${text}` : text;
}

/** Shows one conversation: who wrote, the channel, the time, a message and the number of unread messages. */
function Item(props: {
  one: Conversation;
  /** What a search found, which is shown instead of the newest message. */
  message: FoundMessage | undefined;
  width: number;
  isSelected: boolean;
  now: number;
}) {
  const { one, message, width, isSelected, now } = props;
  const { sign, colour } = stateOf(one);
  const channel = (SHORT[one.channel] ?? one.channel).slice(0, LONGEST_CHANNEL);
  const right = `${channel} ${shortTime(one.last_message?.at, now)}`.trim();
  const unread = one.unread_count > 0 ? ` ${one.unread_count}` : '';
  const isClosed = one.status === 'closed' && one.unread_count === 0;
  const name = cut(roomy(nameOf(one)), Math.max(1, width - 3 - stringWidth(right)));
  const preview = cut(roomy(previewOf(one, message)), Math.max(1, width - 2 - stringWidth(unread)));
  return (
    <Box flexDirection="column">
      <Text wrap="truncate" inverse={isSelected} bold={one.unread_count > 0} dimColor={isClosed}>
        <Text color={theme()[colour]}>{sign}</Text> {name} {right}
      </Text>
      <Text wrap="truncate" inverse={isSelected} dimColor>
        {'  '}
        {preview}
        <Text bold color={theme().accent}>
          {unread}
        </Text>
      </Text>
    </Box>
  );
}

/** Returns the index of the conversation on a line of the list; undefined if there is none. */
export function rowAt(
  line: number,
  { selected, count, height }: { selected: number; count: number; height: number },
): number | undefined {
  const fit = Math.max(1, Math.floor(height / ROWS_EACH));
  const at = topOf(selected, count, fit) + Math.floor(line / ROWS_EACH);
  return line >= 0 && line < fit * ROWS_EACH && at < count ? at : undefined;
}

/** Shows the conversations that fit around the selected one. Closed ones are dim. */
export function ConversationList(props: {
  conversations: readonly Conversation[];
  /** The messages that a search found, by person. */
  messages: ReadonlyMap<string, FoundMessage>;
  selected: number;
  height: number;
  width: number;
  now: number;
  /** Text for an empty list. */
  empty: string;
}) {
  const { conversations, messages, selected, height, width, now, empty } = props;
  const fit = Math.max(1, Math.floor(height / ROWS_EACH));
  const top = topOf(selected, conversations.length, fit);
  return (
    <Box flexDirection="column" height={height} width={width} overflow="hidden">
      {conversations.length === 0 ? <Text dimColor>{wrapped(empty, width).join('\n')}</Text> : null}
      {conversations.slice(top, top + fit).map((one, index) => (
        <Item
          key={keyOf(one)}
          one={one}
          message={messages.get(one.phone)}
          width={width}
          isSelected={top + index === selected}
          now={now}
        />
      ))}
    </Box>
  );
}
