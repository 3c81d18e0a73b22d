const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
/** Returns the name of a tag's group in the SDK. */
export const camelCase = (tag: string) => tag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns the method name in the SDK: `listFlowRuns` of `flows` becomes `runs`, without the resource and without a reading
 * verb.
 */
export function methodName(operationId: string, tag: string): string {
  const [, verb = '', thing = ''] = /^([a-z]+)(.*)$/.exec(operationId) ?? [];
  const resource = capitalized(camelCase(tag));
  const singular = resource.replace(/s$/, '');
  const lastWord = singular.match(/[A-Z][a-z]+$/)?.[0] ?? singular;
  const own = [resource, singular].find((name) => thing.startsWith(name));
  const rest = thing === lastWord ? '' : thing.slice(own?.length ?? 0);
  if (rest === '') {
    return verb;
  }
  return ['get', 'list'].includes(verb) ? rest.charAt(0).toLowerCase() + rest.slice(1) : verb + rest;
}
