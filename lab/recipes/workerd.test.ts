import { Miniflare } from 'miniflare';
import { expect, onTestFinished, test } from 'vitest';
import { bundle, createWorld, EVERYTHING } from '../../cli/testing/runtime-world.ts';

test('everything in the SDK works in workerd, as a worker', async () => {
  const world = await createWorld();
  const script = await bundle(`
    import { useEverything } from '../testing/runtime.ts';
    export default {
      fetch: async (request) => Response.json(await useEverything(await request.json()).catch(String)),
    };
  `);
  const worker = new Miniflare({ modules: true, script, compatibilityDate: '2026-01-01' });
  onTestFinished(() => worker.dispose());
  const answer = await worker.dispatchFetch('http://worker/', { method: 'POST', body: JSON.stringify(world) });
  expect(await answer.json()).toEqual(EVERYTHING);
});
