import { styleText } from 'node:util';
import type { Schemas } from '@wigwag/sdk';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { onOneLine } from './sanitize-terminal.ts';

const WIDEST = 46;

type Template = Schemas['Template'];

/** Returns a template as it appears on a phone: header, text, footer and buttons in a bubble. */
export function phoneOf(template: Template, fill: (text: string) => string, width: number): string {
  const inner = Math.min(WIDEST, width - 4);
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    styleText(style, text, { stream: process.stdout });
  const lines = (text: string, style?: Parameters<typeof styleText>[0]) =>
    text
      .split('\n')
      .flatMap((line) => wrapAnsi(onOneLine(line), inner, { hard: true }).split('\n'))
      .map((line) => boxed(style ? paint(style, line) : line, inner));
  const { header, body, footer, buttons } = template;
  const media = header && header.format !== 'TEXT' ? `[ ${header.format.toLowerCase()} ]` : undefined;
  return [
    `╭${'─'.repeat(inner + 2)}╮`,
    ...(media === undefined ? [] : [boxed(centred(media, inner), inner), boxed('', inner)]),
    ...(header?.text ? lines(fill(header.text), 'bold') : []),
    ...lines(fill(body)),
    ...(footer ? lines(footer, 'dim') : []),
    ...buttons.flatMap((button) => [
      `├${'─'.repeat(inner + 2)}┤`,
      boxed(centred(paint('cyan', `${button.type === 'URL' ? '↗' : '↩'} ${onOneLine(button.text)}`), inner), inner),
    ]),
    `╰${'─'.repeat(inner + 2)}╯`,
  ].join('\n');
}

const boxed = (line: string, width: number): string =>
  `│ ${line}${' '.repeat(Math.max(0, width - stringWidth(line)))} │`;

const centred = (line: string, width: number): string =>
  ' '.repeat(Math.max(0, Math.floor((width - stringWidth(line)) / 2))) + line;
