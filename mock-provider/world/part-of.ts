import type { State } from './state.ts';

/** Returns a function that gives an edge its part of the state. A reset replaces the state, and every part with it. */
export function partOf<Part>(create: () => Part): (state: State) => Part {
  const parts = new WeakMap<State, Part>();
  return (state) => {
    const known = parts.get(state);
    if (known !== undefined) {
      return known;
    }
    const part = create();
    parts.set(state, part);
    return part;
  };
}
