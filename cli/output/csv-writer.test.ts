import { expect, test } from 'vitest';
import { csvOf } from './csv-writer.ts';

test('text that a spreadsheet would run gets an apostrophe, and numbers stay numbers', () => {
  const texts = ['=1+1', '+905551112233', '-2+3', '@SUM(1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠1'];
  for (const text of texts) {
    const quoted = /[\r\n]/.test(text) ? `"'${text}"` : `'${text}`;
    expect([text, csvOf([[text]], { columns: ['name'] })]).toEqual([text, `${quoted}\n`]);
  }
  const harmless = [-3, 0, 2.5, 'Ada', '1=1', "'=1", '', null, undefined, true, false, ['=1'], { a: 1 }];
  expect(csvOf([harmless], { columns: harmless.map((_, index) => `c${index}`) })).toBe(
    `-3,0,2.5,Ada,1=1,'=1,,,,true,false,"[""=1""]","{""a"":1}"\n`,
  );
});

test('column names are escaped like other text, even without rows', () => {
  expect(csvOf([], { columns: ['a', '=b'], header: true })).toBe("a,'=b\n");
  expect(csvOf([{ a: 1, '-b': '-x' }], { header: true, bom: true })).toBe("\ufeffa,'-b\n1,'-x\n");
});
