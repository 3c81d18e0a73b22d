import { type Key, useWindowSize } from 'ink';
import { createContext, type ReactNode, useContext } from 'react';
import type { Pointer } from './mouse.ts';

/** The part of the terminal that a screen draws on, and whether keys go to it. */
export interface Area {
  columns: number;
  rows: number;
  /** The lines of the window above it. */
  top: number;
  /** Whether the screen is shown and takes keys. */
  isActive: boolean;
  /** Takes a key before the screen, which does not get it if this returns true. Not called while the user types text. */
  take?: (input: string, key: Key) => boolean;
  /** Takes a click or a turn of the wheel above the area. */
  pointAbove?: (at: Pointer) => void;
}

const AreaContext = createContext<Area | undefined>(undefined);

/** Returns the area of a screen: its tab, or the whole window. */
export function useArea(): Area {
  const window = useWindowSize();
  return useContext(AreaContext) ?? { ...window, top: 0, isActive: true };
}

/** Gives a part of the terminal to a screen. A screen that is not active keeps its state and is not drawn. */
export const AreaOf = ({ area, children }: { area: Area; children: ReactNode }) => (
  <AreaContext.Provider value={area}>{children}</AreaContext.Provider>
);
