import { CAPTION_CHARACTERS, FLOW_BUTTON_CHARACTERS, FLOW_TEXT_CHARACTERS, URL_CHARACTERS } from '@wigwag/openapi';
import type { FlowStep } from '../../store/flows/flows.ts';
import type { LinkChoice } from '../../store/messages/content.ts';
import { isMediaStep, kindOfStep } from './flow-steps.ts';
import { cutText, fillPlaceholders, fillUrl, type PlaceholderValues } from './placeholders.ts';

type MediaStep = Extract<FlowStep, { media_url: string }>;
type TextStep = Exclude<FlowStep, MediaStep>;

/** The message that a step sends to one person. */
export interface StepMessage {
  type: 'text' | 'interactive' | 'image' | 'video' | 'document';
  /** The preview in conversation lists. */
  text: string | null;
  content: object;
}

/** Returns the message of a step; undefined if its filled text is empty and cannot be sent (flow-empty-text). */
export function stepMessage(step: FlowStep, values: PlaceholderValues): StepMessage | undefined {
  return isMediaStep(step) ? mediaMessage(step, values) : textMessage(step, values);
}

function mediaMessage(step: MediaStep, values: PlaceholderValues): StepMessage {
  const type = kindOfStep(step) ?? 'document';
  const caption = cutText(fillPlaceholders(step.caption ?? '', values), CAPTION_CHARACTERS).trim();
  const filename = type === 'document' ? decodedName(step.media_url) : '';
  const content = {
    type,
    media: { url: step.media_url },
    ...(caption !== '' && { caption }),
    ...(filename !== '' && { filename }),
  };
  return { type, text: caption === '' ? null : caption, content };
}

/** Returns the last part of a URL's path, which a document shows as its name. */
function decodedName(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns whether a text has any characters other than white space and zero-width characters. */
const isVisible = (text: string): boolean => /[^\s\p{Cc}\p{Cf}]/u.test(text);

/**
 * Returns whether a provider accepts the URL. Placeholder values may leave it without a host or make it too long
 * (flow-empty-text).
 */
const isLink = (url: string): boolean =>
  url.length <= URL_CHARACTERS && /^https:\/\/[^/?#]/.test(url) && URL.canParse(url);

function textMessage(
  { text: raw, buttons: inputs = [] }: TextStep,
  values: PlaceholderValues,
): StepMessage | undefined {
  const { alone, withButtons } = FLOW_TEXT_CHARACTERS;
  const text = cutText(fillPlaceholders(raw, values), inputs.length > 0 ? withButtons : alone);
  if (text.trim() === '') {
    return undefined;
  }
  // §2.11: a button is omitted if its filled text is empty or equal to that of another button.
  const titles = inputs.map((button) => {
    const title = cutText(oneLine(fillPlaceholders(button.text, values)), FLOW_BUTTON_CHARACTERS).trim();
    return isVisible(title) ? title : '';
  });
  const buttons = inputs.flatMap((button, index) => {
    const title = titles[index] ?? '';
    const url = button.type === 'url' ? fillUrl(button.url, values) : undefined;
    const leadsNowhere = url !== undefined && !isLink(url);
    return title === '' || leadsNowhere || titles.indexOf(title) < index ? [] : [{ title, url }];
  });
  const [first] = buttons;
  if (!first) {
    return { type: 'text', text, content: { type: 'text', text } };
  }
  const interactive =
    first.url !== undefined
      ? ({ kind: 'link', text, title: first.title, url: first.url } satisfies LinkChoice)
      : // As with a template's button, a press returns the button's text.
        { kind: 'button', text, buttons: buttons.map(({ title }) => ({ id: title, title })) };
  return { type: 'interactive', text, content: { type: 'interactive', interactive } };
}
