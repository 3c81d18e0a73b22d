/** An agent as a note mentions them. */
export interface Mentioned {
  id: number;
  name: string;
}

/** A part of a note's text, with the agents if it is a mention. Several agents can have one name. */
export interface NotePart {
  text: string;
  agents: readonly Mentioned[];
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Splits a note's text at its mentions: `@` and the whole name of one of these agents. */
export function partsOf(text: string, agents: readonly Mentioned[]): NotePart[] {
  // The longest name first, so that "@Ann Lee" is not "@Ann".
  const names = [...new Set(agents.map(({ name }) => name))].sort((left, right) => right.length - left.length);
  if (names.length === 0) {
    return [{ text, agents: [] }];
  }
  const mention = new RegExp(`((?<![\\p{L}\\p{N}])@(?:${names.map(escaped).join('|')})(?![\\p{L}\\p{N}]))`, 'u');
  return text.split(mention).map((part, index) => ({
    text: part,
    agents: index % 2 === 1 ? agents.filter(({ name }) => `@${name}` === part) : [],
  }));
}

/** Returns the agents whom a text mentions. */
export const mentionsIn = <Agent extends Mentioned>(text: string, agents: readonly Agent[]): Mentioned[] =>
  [...new Set(partsOf(text, agents).flatMap((part) => part.agents))].map(({ id, name }) => ({ id, name }));

/** The unfinished mention before the caret. */
export interface OpenMention {
  /** Where its `@` is. */
  at: number;
  /** What follows the `@`. */
  typed: string;
}

/** Returns the mention that a person is typing; undefined if there is none. */
export function openMention(text: string, caret: number): OpenMention | undefined {
  const [, typed] = /(?:^|\s)@([^@\n]{0,40})$/.exec(text.slice(0, caret)) ?? [];
  return typed === undefined ? undefined : { at: caret - typed.length - 1, typed };
}

/** Returns the agents whose name, or a word of it, begins with what was typed. */
export function suggestions<Agent extends Mentioned>(agents: readonly Agent[], typed: string): Agent[] {
  const start = typed.toLocaleLowerCase();
  return agents.filter(({ name }) => {
    const own = name.toLocaleLowerCase();
    return own.startsWith(start) || own.includes(` ${start}`);
  });
}
