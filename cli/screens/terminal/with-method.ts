/** Returns an object that does what the given one does, except for one method. */
export const withMethod = <Target extends object>(
  target: Target,
  name: keyof Target & string,
  method: unknown,
): Target =>
  new Proxy(target, {
    get(_, property) {
      const value = Reflect.get(target, property, target);
      return property === name ? method : typeof value === 'function' ? value.bind(target) : value;
    },
  });
