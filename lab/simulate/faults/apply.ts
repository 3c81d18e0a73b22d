import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { FAULTS } from './faults.ts';

const SERVER = fileURLToPath(new URL('../../../server/', import.meta.url));

/** Changes a source of the server while it loads. @throws if the fault is unknown, or no longer matches the source */
export function applyFault(name: string): void {
  const fault = FAULTS[name];
  if (fault === undefined) {
    throw new Error(`the fault ${name} does not exist; the faults are: ${Object.keys(FAULTS).join(', ')}`);
  }
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.startsWith('file:') || fileURLToPath(url) !== SERVER + fault.file) {
        return loaded;
      }
      return { ...loaded, source: withFault(name, String(loaded.source)) };
    },
  });
}

/** Returns the source with the fault. @throws if its text does not occur exactly once */
export function withFault(name: string, source: string): string {
  const { file, from, to } = FAULTS[name] as (typeof FAULTS)[string];
  if (source.split(from).length !== 2) {
    throw new Error(`the fault ${name} no longer matches ${file}: "${from}" must occur there exactly once`);
  }
  return source.replace(from, () => to);
}
