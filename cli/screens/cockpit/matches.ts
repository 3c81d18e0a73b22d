/** Returns whether all letters of `typed` are in `name` in their order. */
function isFuzzy(name: string, typed: string): boolean {
  let at = -1;
  return [...typed].every((letter) => {
    at = name.indexOf(letter, at + 1);
    return at >= 0;
  });
}

/** Returns the named things that match what the user typed: first those that begin with it, then those with its letters. */
export function matchesOf<Named extends { name: string }>(all: readonly Named[], typed: string): Named[] {
  const small = typed.trim().toLowerCase();
  const begins = all.filter(({ name }) => name.startsWith(small));
  return [...begins, ...all.filter((one) => !begins.includes(one) && isFuzzy(one.name, small))];
}
