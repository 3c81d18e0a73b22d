/** Requests this long after the last input of a person do not count as use of the session, in milliseconds. */
const PAUSE = 60_000;

const INPUTS = ['pointerdown', 'click', 'keydown', 'input', 'wheel', 'touchmove'] as const;

/** The time of the last input. Opening the page counts as one. */
let lastInput = Date.now();

for (const name of INPUTS) {
  addEventListener(
    name,
    () => {
      lastInput = Date.now();
    },
    { capture: true, passive: true },
  );
}

/** Returns whether no one has used the page recently, so that its requests must not extend the session. */
export const isUnused = (): boolean => Date.now() - lastInput > PAUSE;
