import type { Help } from 'commander';

/** Below this, the descriptions in help go under the terms: beside them, they would get too few columns. */
export const NARROW_COLUMNS = 60;
const DESCRIPTION_INDENT = '      ';

/** The help of commands in a narrow terminal; in others, commander's default. */
export const narrowHelp: Partial<Help> = {
  minWidthToWrap: 20,
  formatItem(this: Help, term, termWidth, description, helper) {
    if ((helper.helpWidth ?? NARROW_COLUMNS) >= NARROW_COLUMNS) {
      return Object.getPrototypeOf(helper).formatItem.call(helper, term, termWidth, description, helper);
    }
    return `  ${term}${description === '' ? '' : `\n${under(description, helper.helpWidth ?? 0)}`}`;
  },
};

/** Returns a text in indented lines of at most this many columns. A longer word gets a separate line. */
export const under = (text: string, columns: number, indent = DESCRIPTION_INDENT): string =>
  text.replace(new RegExp(`(.{1,${Math.max(1, columns - indent.length)}})( +|$)`, 'g'), `${indent}$1\n`).trimEnd();
