import { preferences, type ThemeName } from '../../settings/preferences.ts';

/** What a color means. */
export interface Theme {
  /** What the keys act on: frames, prompts, the current tab. */
  accent: string;
  /** Text on the accent color. */
  onAccent: string;
  /** What the customer wrote. */
  customer: string;
  good: string;
  bad: string;
  /** Work in progress. */
  busy: string;
  /** What a program does, such as a flow. */
  bot: string;
  quiet: string;
}

const THEMES: Record<ThemeName, Theme> = {
  dark: {
    accent: 'cyan',
    onAccent: 'black',
    customer: 'yellow',
    good: 'green',
    bad: 'red',
    busy: 'yellow',
    bot: 'magenta',
    quiet: 'gray',
  },
  light: {
    accent: 'blue',
    onAccent: 'white',
    customer: '#8a5a00',
    good: '#1a7f37',
    bad: '#cf222e',
    busy: '#8a5a00',
    bot: '#8250df',
    quiet: '#6e7781',
  },
  contrast: {
    accent: 'cyanBright',
    onAccent: 'black',
    customer: 'yellowBright',
    good: 'greenBright',
    bad: 'redBright',
    busy: 'yellowBright',
    bot: 'magentaBright',
    quiet: 'white',
  },
};

/** Returns the colors that the user chose in the settings. */
export const theme = (): Theme => THEMES[preferences().theme];
