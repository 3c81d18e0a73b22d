import { type Key, useWindowSize } from 'ink';
import { createContext, type ReactNode, useContext } from 'react';

/** The part of the terminal that a screen draws on, and whether keys go to it. */
export interface Area {
  columns: number;
  rows: number;
  /** Whether the screen is shown and takes keys. */
  isActive: boolean;
  /** Takes a key before the screen, which does not get it if this returns true. Not called while the user types text. */
  take?: (input: string, key: Key) => boolean;
}

const AreaContext = createContext<Area | undefined>(undefined);

/** Returns the area of a screen: its tab, or the whole window. */
export function useArea(): Area {
  const window = useWindowSize();
  return useContext(AreaContext) ?? { ...window, isActive: true };
}

/** Gives a part of the terminal to a screen. A screen that is not active keeps its state and is not drawn. */
export const AreaOf = ({ area, children }: { area: Area; children: ReactNode }) => (
  <AreaContext.Provider value={area}>{children}</AreaContext.Provider>
);
