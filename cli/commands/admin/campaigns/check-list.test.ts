import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CampaignPlan, NewRecipient } from '@wigwag/server';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { scratchFolder } from '../../../testing/cli.ts';
import { checkList, peopleOf } from './check-list.ts';

const planWith = (text: string, parameterFormat: 'POSITIONAL' | 'NAMED'): CampaignPlan => ({
  account: { id: 1, country: 'TR' },
  template: {
    id: 1,
    accountId: 1,
    name: 'welcome',
    language: 'en_US',
    category: 'UTILITY',
    status: 'APPROVED',
    rejectionReason: null,
    parameterFormat,
    components: [{ type: 'BODY', text }],
  },
  connection: { id: 'wa_1' },
});

const NAMED = planWith('Hello {{first_name}}', 'NAMED');
const POSITIONAL = planWith('{{2}} is for {{1}}', 'POSITIONAL');
const PLAIN = planWith('Hello', 'POSITIONAL');
const url = (text: string) => ({ type: 'URL', text, url: 'https://shop.example/{{1}}' });
const buttons = [{ type: 'QUICK_REPLY', text: 'No' }, url('Track'), url('Pay')];
const WITH_BUTTONS: CampaignPlan = {
  ...PLAIN,
  template: { ...PLAIN.template, components: [...PLAIN.template.components, { type: 'BUTTONS', buttons }] },
};
/** The same plan with button values from the command line. */
const given = (...values: { index: number; text: string }[]) => ({ ...WITH_BUTTONS, buttons: values });

function fileWith(text: string | Buffer): string {
  const path = join(scratchFolder(), 'people.csv');
  writeFileSync(path, text);
  return path;
}

/** Returns what a refused file prints: the lines on stderr, and the error. */
async function problemsOf(text: string | Buffer, plan: CampaignPlan): Promise<string[]> {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  const { message } = await checkList(fileWith(text), plan).then(
    () => ({ message: 'nothing' }),
    (error: Error) => error,
  );
  return [...written.mock.calls.map(([line]) => String(line).trimEnd()), message];
}

async function readAll(text: string | Buffer, plan: CampaignPlan): Promise<NewRecipient[]> {
  const people: NewRecipient[] = [];
  for await (const person of peopleOf(fileWith(text), plan, (line, problem) => expect([line, problem]).toEqual([]))) {
    people.push(person);
  }
  return people;
}

test('problems name the line on which the row ends', async () => {
  const lines = [
    'phone,name,First_Name',
    '905551112233,Ada,Ada',
    '12,Too short,x',
    ',Nobody,x',
    '9.05551E+11,Rounded,x',
    '905551112244,Empty,',
    '905551112255,One too many,x,y',
    '905551112266,"Two\nlines","x\ny"',
    '905551112277,Open,"x',
  ];
  expect(await problemsOf(lines.join('\n'), NAMED)).toEqual([
    'line 3: 12 is not a valid recipient: an international phone number, digits only, or a user ID such as US.13491208655302741918.',
    'line 4: has no number',
    'line 5: a spreadsheet has rounded the number to 9.05551E+11: format its column as text',
    'line 6: variable first_name must not be empty.',
    'line 7: has 4 columns, unlike the first line',
    'line 10: variable first_name may not contain a line break.',
    'line 11: the file ends inside quotes that are never closed',
    'nothing was sent: 7 of 8 rows cannot be used',
  ]);
});

test('pasted numbers and both forms of a number are read, and each person counts once', async () => {
  const rows = [
    '\u202a+55 11 1111\u20112222\u202c',
    '5511911112222',
    "'\u200e+55 (11) 91111\u20132222",
    'tel:+905551112233',
    '(+90) 555 111 22 33',
    '０５５５１１１２２３３',
    '5491112345678',
    '541112345678',
  ];
  expect(await checkList(fileWith(`phone\n${rows.join('\n')}\n`), PLAIN)).toMatchObject({ people: 3, duplicates: 5 });
  expect(await problemsOf('phone\n9055511122x3\n905551112\u0661\u0416\n', PLAIN)).toEqual([
    expect.stringContaining('it contains the letter "x" (U+0078)'),
    expect.stringContaining('it contains the letter "Ж" (U+0416)'),
    'nothing was sent: 2 of 2 rows cannot be used',
  ]);
});

test('at most a hundred problems are shown', async () => {
  const problems = await problemsOf(`phone\n${'12\n'.repeat(250)}`, PLAIN);
  expect(problems).toHaveLength(102);
  expect(problems.slice(-3)).toEqual([
    expect.stringMatching(/^line 101: /),
    'and 150 more',
    'nothing was sent: 250 of 250 rows cannot be used',
  ]);
});

test.each([
  [NAMED, 'phone\n905551112233\n', 'the column first_name is missing: the first line has phone'],
  [NAMED, 'who;what\n1;2\n', 'the columns phone, first_name are missing: the first line has who, what'],
  [POSITIONAL, 'phone;var1\n1;2\n', 'the column var2 is missing: the first line has phone, var1'],
  [PLAIN, 'phone\n', 'there are no recipients'],
  [
    WITH_BUTTONS,
    'phone,button1\n1,2\n',
    'the column button2 is missing: the first line has phone, button1; or give it as --button "2={{COLUMN}}"',
  ],
  [
    given({ index: 0, text: 'x' }),
    'phone,button1,button2\n1,2,3\n',
    '--button 0: welcome has no dynamic button there; it has: 1, 2',
  ],
  [
    given({ index: 1, text: '{{ordr}}' }),
    'phone,order,button2\n1,2,3\n',
    'there is no column {{ordr}}: the first line has phone, order, button2',
  ],
  [WITH_BUTTONS, 'phone,button1,button2\n905551112233,a,\n', 'line 2: button 2 must not be empty'],
  [PLAIN, '', 'is empty: its first line must name the columns'],
  [PLAIN, Buffer.from('phone;name\n905551112233;Jos\u00e9\n', 'latin1'), 'save the file as "CSV UTF-8"'],
])('refuses %# as a whole', async (plan, text, problem) => {
  expect((await problemsOf(text, plan)).join('\n')).toContain(problem);
});

test('refuses a missing file, and a folder', async () => {
  await expect(checkList('/nowhere/people.csv', PLAIN)).rejects.toThrow('cannot read /nowhere/people.csv');
  await expect(checkList(scratchFolder(), PLAIN)).rejects.toThrow('cannot read');
});

test('accepts files in the formats of spreadsheets', async () => {
  const ada = { phone: '905551112233', name: 'Jos\u00e9 "J" L', variables: { first_name: 'A; b' }, buttons: null };
  for (const [text, position] of [
    ['phone,name,first_name\n905551112233,Jos\u00e9 "J" L,A; b', 2],
    ['\ufeffPHONE;Name;FIRST_NAME;Other\r\n\r\n;;;\r\n0555 111 22 33;"Jos\u00e9 ""J"" L";"A; b";\r\n', 4],
    [Buffer.from('\ufeffname\tto\t{{first_name}}\n"Jos\u00e9 ""J"" L"\t+90 (555) 111-22-33\tA; b\n', 'utf16le'), 2],
    ['number,name,first_name\r00905551112233,Jos\u00e9 "J" L,A; b\r', 2],
  ] as const) {
    expect(await readAll(text as string | Buffer, NAMED)).toEqual([{ ...ada, position }]);
  }
  expect(await readAll('2;1;mobile\nsecond;first;905551112233\n', POSITIONAL)).toEqual([
    { phone: '905551112233', name: null, variables: ['first', 'second'], buttons: null, position: 2 },
  ]);
  expect(await readAll('phone\n905551112233\n', PLAIN)).toEqual([
    { phone: '905551112233', name: null, variables: null, buttons: null, position: 2 },
  ]);
});

test('a row without a number is for the person with its user ID', async () => {
  const read = async (text: string) => (await readAll(text, PLAIN)).map(({ phone, name }) => [phone, name]);
  expect(await read('phone,User_ID,name\n905551112233,TR.1,Ada\n,TR.13491208655302741918,Radia\n')).toEqual([
    ['905551112233', 'Ada'],
    ['TR.13491208655302741918', 'Radia'],
  ]);
  expect(await read('bsuid\nTR.13491208655302741918\n')).toEqual([['TR.13491208655302741918', null]]);
  expect(await read('phone\nTR.13491208655302741918\n')).toEqual([['TR.13491208655302741918', null]]);
});

test('buttons come from columns, from the command line, or from both', async () => {
  const people = (text: string, plan: CampaignPlan) => readAll(text, plan).then((all) => all.map((one) => one.buttons));
  const wanted = [
    [
      { index: 1, text: 'A-1' },
      { index: 2, text: 'pay/A-1' },
    ],
  ];
  expect(await people('phone,Button2,button1\n905551112233,pay/A-1,A-1\n', WITH_BUTTONS)).toEqual(wanted);
  const plan = given({ index: 2, text: 'pay/{{ Order }}' });
  expect(await people('phone,order,button1\n905551112233,A-1,A-1\n', plan)).toEqual(wanted);
  const both = given({ index: 2, text: 'pay/{{order}}' }, { index: 1, text: '{{order}}' });
  expect(await people('phone,ORDER\n905551112233,A-1\n', both)).toEqual(wanted);
});

test('CSV text is read back exactly as it was written', async () => {
  const value = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .map((text) => `x${text.replace(/[\s\ufffd]+/g, ' ')}x`);
  const row = fc.tuple(fc.integer({ min: 5_300_000_000, max: 5_599_999_999 }), value, value, value);
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(row, { selector: ([phone]) => phone, minLength: 1, maxLength: 20 }),
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      async (rows, delimiter, record_delimiter, bom) => {
        const text = stringify(
          [['phone', 'name', 'var1', 'var2'], ...rows.map(([phone, ...rest]) => [`90${phone}`, ...rest])],
          {
            delimiter,
            record_delimiter,
            bom,
          },
        );
        const read = await readAll(text, POSITIONAL);
        expect(read.map(({ phone, name, variables }) => [phone, name, variables])).toEqual(
          rows.map(([phone, name, one, two]) => [`90${phone}`, name, [one, two]]),
        );
      },
    ),
    { seed: 11, numRuns: 60 },
  );
});

test('the digest depends on the list, not on its CSV format, and any change of the list changes it', async () => {
  const digestOf = async (text: string, plan = NAMED) => (await checkList(fileWith(text), plan)).digest;
  const digest = await digestOf('phone,first_name\n905551112233,Ada\n905551112244,Grace\n');
  expect(await digestOf('first_name;to\r\nAda;0555 111 22 33\r\nGrace;+905551112244\r\n')).toBe(digest);
  const others = await Promise.all([
    digestOf('phone,first_name\n905551112233,Ada\n'),
    digestOf('phone,first_name\n905551112244,Grace\n905551112233,Ada\n'),
    digestOf('phone,first_name\n905551112233,Ada\n905551112244,Gracie\n'),
    digestOf('phone,first_name,name\n905551112233,Ada,Ada\n905551112244,Grace,\n'),
    digestOf('phone,first_name\n905551112233,Ada\n905551112244,Grace\n', planWith('Bye {{first_name}}', 'NAMED')),
  ]);
  expect(new Set([digest, ...others]).size).toBe(5);
  // The digest that versions without buttons wrote: their campaigns must resume.
  expect(digest).toBe('36c6c3d7ed63956ff3888c3c1ffb355cdac8c100254b7d46462581d28f38e152');
  const buttoned = (text: string) => digestOf(`phone,button1,button2\n905551112233,a,${text}\n`, WITH_BUTTONS);
  expect(await buttoned('b')).not.toBe(await buttoned('c'));
  expect(others[4]).toBe(digest); // the text of a template may be corrected; its name identifies it
});
