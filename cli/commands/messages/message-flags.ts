import { existsSync } from 'node:fs';
import type { Body } from '@wigwag/sdk';
import { quoted, shellWord } from '@wigwag/server/shell-word';
import { UsageError } from '../../program/errors/errors.ts';

export type MessageBody = Body<'sendMessage'>;
export type TemplateBody = Body<'sendTemplate'>;
type Channel = NonNullable<MessageBody['channel']>;

/** The flags that describe the message. */
export interface MessageFlags {
  channel?: Channel;
  connection?: string;
  replyTo?: string;
  image?: string;
  video?: string;
  audio?: string;
  document?: string;
  caption?: string;
  filename?: string;
  location?: string;
  address?: string;
  buttons?: string[];
  list?: string;
  rows?: string[];
}

const MEDIA = ['image', 'video', 'audio', 'document'] as const;

/** Uploads a local file and returns its ID. */
type UploadFile = (path: string, filename?: string) => Promise<string>;

/**
 * Returns the message that the flags describe, without the recipient.
 *
 * @throws {UsageError} if the flags describe two messages, or none
 */
export async function messageOf(text: string | undefined, flags: MessageFlags, upload: UploadFile): Promise<object> {
  const media = MEDIA.filter((kind) => flags[kind] !== undefined);
  const kinds = [...media, ...(['location', 'buttons', 'list'] as const).filter((kind) => flags[kind] !== undefined)];
  if (kinds.length > 1) {
    throw new UsageError(
      `a message has only one kind of content: choose one of ${kinds.map((kind) => `--${kind}`).join(' and ')}`,
    );
  }
  if ((flags.rows !== undefined) !== (flags.list !== undefined)) {
    throw new UsageError('a list needs --list LABEL and --rows');
  }
  const common = {
    ...(flags.channel !== undefined && { channel: flags.channel }),
    ...(flags.connection !== undefined && { connection_id: flags.connection }),
    ...(flags.replyTo !== undefined && { reply_to: flags.replyTo }),
  };
  const [kind] = kinds;
  if (kind === undefined) {
    if (text === undefined) {
      throw new UsageError(
        'nothing to send: give a text, --image, --location, --buttons, --list, or use `send template NAME`',
      );
    }
    return { ...common, text };
  }
  if (kind === 'location') {
    return { ...common, ...locationOf(flags.location ?? '', text, flags.address) };
  }
  if (kind === 'buttons' || kind === 'list') {
    if (text === undefined) {
      throw new UsageError(`--${kind} needs a message text`);
    }
    return {
      ...common,
      type: 'interactive',
      interactive: kind === 'list' ? listOf(text, flags) : buttonsOf(text, flags),
    };
  }
  const caption = flags.caption ?? text;
  return {
    ...common,
    type: kind,
    media: await mediaOf(flags[kind] ?? '', flags.filename, upload),
    ...(caption !== undefined && { caption }),
    ...(flags.filename !== undefined && { filename: flags.filename }),
  };
}

/** A URL is fetched by the provider, a local file is uploaded, and anything else is the ID of an upload. */
async function mediaOf(value: string, filename: string | undefined, upload: UploadFile): Promise<object> {
  if (/^https?:\/\//.test(value)) {
    return { url: value };
  }
  if (existsSync(value)) {
    return { id: await upload(value, filename) };
  }
  if (/[./\\]/.test(value)) {
    throw new UsageError(`the file ${value} does not exist`);
  }
  return { id: value };
}

function locationOf(value: string, name: string | undefined, address: string | undefined): object {
  const [, latitude, longitude] = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(value) ?? [];
  if (latitude === undefined || longitude === undefined) {
    throw new UsageError(`--location takes LATITUDE,LONGITUDE, such as 41.0082,28.9784; it is "${value}"`);
  }
  return {
    type: 'location',
    latitude: Number(latitude),
    longitude: Number(longitude),
    ...(name !== undefined && { name }),
    ...(address !== undefined && { address }),
  };
}

/** Parses `id=title`. A title without an ID is its own ID. */
function choiceOf(value: string): { id: string; title: string } {
  const [, id, title] = /^([^=]+)=(.*)$/s.exec(value) ?? [];
  return id !== undefined && title !== undefined ? { id, title } : { id: value, title: value };
}

/**
 * A comma without a space after it suggests that the user meant several choices. Only a title with an ID may contain
 * such a comma.
 *
 * @throws {UsageError} that shows the arguments to give
 */
function requireOneChoice(option: string, value: string): void {
  const [title = ''] = value.split('|');
  const isMeantSo = title.includes('=') && !/,[^\s=][^=]*=/.test(title);
  if (/,\S/.test(title) && !isMeantSo) {
    const words = value.split(/,(?=\S)/).map(shellWord);
    const withId = title.includes('=') ? '' : `; a title with a comma needs an ID, as 1=${quoted(title)}`;
    throw new UsageError(
      `${option} ${shellWord(value)} would be a single choice: give each choice as a separate argument, as in ${option} ${words.join(' ')}${withId}`,
    );
  }
}

function buttonsOf(text: string, { buttons = [] }: MessageFlags) {
  for (const button of buttons) {
    requireOneChoice('--buttons', button);
  }
  return { kind: 'button', text, buttons: buttons.map(choiceOf) };
}

interface ListSection {
  title?: string;
  rows: object[];
}

function listOf(text: string, { list, rows = [] }: MessageFlags) {
  const sections: ListSection[] = [];
  for (const row of rows) {
    const title = /^#\s*(.+)$/.exec(row)?.[1];
    if (title !== undefined) {
      sections.push({ title, rows: [] });
      continue;
    }
    requireOneChoice('--rows', row);
    if (sections.length === 0) {
      sections.push({ rows: [] });
    }
    const { id, title: rest } = choiceOf(row);
    const [name = '', description] = rest.split('|');
    sections.at(-1)?.rows.push({
      id: id.split('|')[0],
      title: name,
      ...(description !== undefined && { description }),
    });
  }
  return { kind: 'list', text, button: list, sections };
}

export interface TemplateFlags {
  connection?: string;
  language?: string;
  var?: string[];
  headerText?: string;
  headerUrl?: string;
  headerMedia?: string;
  headerFilename?: string;
  button?: string[];
}

/**
 * Returns the template message that the flags describe, without the recipient.
 *
 * @throws {UsageError} if named and unnamed variables are mixed, or if a button has no index
 */
export function templateOf(name: string, flags: TemplateFlags): object {
  const header = {
    ...(flags.headerText !== undefined && { text: flags.headerText }),
    ...(flags.headerUrl !== undefined && { url: flags.headerUrl }),
    ...(flags.headerMedia !== undefined && { media_id: flags.headerMedia }),
    ...(flags.headerFilename !== undefined && { filename: flags.headerFilename }),
  };
  return {
    name,
    ...(flags.connection !== undefined && { connection_id: flags.connection }),
    ...(flags.language !== undefined && { language: flags.language }),
    ...(flags.var && { variables: variablesOf(flags.var) }),
    ...(Object.keys(header).length > 0 && { header }),
    ...(flags.button && { buttons: flags.button.map(buttonParameterOf) }),
  };
}

const NAMED = /^([a-z_][a-z0-9_]*)=(.*)$/s;

/** Variables are named if all have the form `name=value`; otherwise they are positional. */
export function variablesOf(values: readonly string[]): string[] | Record<string, string> {
  const named = values.map((value) => NAMED.exec(value));
  return named.every((match) => match !== null)
    ? Object.fromEntries(named.map((match) => [match?.[1] ?? '', match?.[2] ?? '']))
    : [...values];
}

/** @throws {UsageError} if the text is not INDEX=TEXT */
export function buttonParameterOf(value: string): { index: number; text: string } {
  const [, index, text] = /^(\d+)=(.*)$/s.exec(value) ?? [];
  if (index === undefined || text === undefined) {
    throw new UsageError(`--button takes INDEX=TEXT, such as 0=4711; it is "${value}"`);
  }
  return { index: Number(index), text };
}
