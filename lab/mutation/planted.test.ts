import { expect, test } from 'vitest';
import { CLAUSES } from '../../conformance/index.ts';
import { PLANTED, withFault } from './planted.ts';

test('each planted fault has a unique name, fits its file and names existing clauses', () => {
  expect(new Set(PLANTED.map(({ name }) => name)).size).toBe(PLANTED.length);
  for (const fault of PLANTED) {
    expect(withFault(fault)).toContain(fault.becomes);
    expect(fault.caughtBy.filter((id) => !CLAUSES.has(id))).toEqual([]);
    expect(fault.caughtBy).not.toEqual([]);
  }
});

test('a fault whose text does not occur exactly once is refused', () => {
  const [fault] = PLANTED;
  const nowhere = { name: 'none', file: fault?.file ?? '', was: 'no such text', becomes: '', caughtBy: [] };
  expect(() => withFault(nowhere)).toThrow('"none": the text in was must occur exactly once');
});
