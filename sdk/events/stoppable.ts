/**
 * Returns a generator whose `return` ends it at once, even while it waits. A generator alone would end only after its
 * next value.
 *
 * @param signal also ends it
 * @param generate receives a signal that aborts when it must end
 */
export function stoppable<T>(
  signal: AbortSignal | undefined,
  generate: (signal: AbortSignal) => AsyncGenerator<T, void, undefined>,
): AsyncGenerator<T, void, undefined> {
  const left = new AbortController();
  const values = generate(AbortSignal.any(signal ? [left.signal, signal] : [left.signal]));
  const finish = values.return.bind(values);
  return Object.assign(values, {
    return: (value: undefined) => {
      left.abort();
      return finish(value);
    },
  });
}
