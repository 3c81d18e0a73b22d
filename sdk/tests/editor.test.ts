import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** What an editor shows for code that uses the SDK. */

// The compiler reads the whole SDK.
const FILE = fileURLToPath(new URL('./program.ts', import.meta.url));

/** Returns the compiler's answers about a program. */
function editorFor(lines: string[]) {
  const text = ["import { Wigwag } from '../index.ts';", 'declare const wigwag: Wigwag;', ...lines].join('\n');
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const read = (name: string) => (name === FILE ? text : ts.sys.readFile(name));
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const source = read(name);
      return source === undefined ? undefined : ts.ScriptSnapshot.fromString(source);
    },
    fileExists: (name) => name === FILE || ts.sys.fileExists(name),
    readFile: read,
  });
  return {
    /** The last and most precise sentence of each error. */
    errors: service.getSemanticDiagnostics(FILE).map(({ messageText }) => {
      const chain = ts.flattenDiagnosticMessageText(messageText, '\n').split('\n');
      return chain.at(-1)?.trim();
    }),
    hover: (name: string) => {
      const info = service.getQuickInfoAtPosition(FILE, text.lastIndexOf(name));
      const tags = info?.tags?.map(({ text }) => ts.displayPartsToString(text)) ?? []; // such as @description
      return [ts.displayPartsToString(info?.documentation), ...tags].join('\n');
    },
  };
}

test('the error of a send without a text names text', () => {
  const { errors } = editorFor([
    "void wigwag.messages.send({ to: '905551112233' });",
    "void wigwag.messages.sendAndWait({ to: '905551112233' });",
    "void wigwag.messages.send({ to: '905551112233', type: 'text' });",
    "void wigwag.messages.send({ to: 'web_1', channel: 'web' });",
    "void wigwag.messages.send({ to: '905551112233', type: 'image' });",
  ]);
  expect(errors).toEqual([
    ...Array.from({ length: 4 }, () => expect.stringMatching(/^Property 'text' is missing in type '\{ to: string;/)),
    expect.stringMatching(/^Property 'media' is missing/),
  ]);
});

// TypeScript shows no text for a field that several members of a union have, so the request names its type.
test('the fields of a request and a response have a text, also where they refer to a schema', () => {
  const { hover, errors } = editorFor([
    "const body = { to: '905551112233', text: 'Hello', reply_to: 'wamid.1', connection_id: 'wa_1' };",
    "wigwag.messages.send({ ...body, type: 'text', to: '1', text: 'Hi', channel: 'web', connection_id: 'web_1' });",
    "export const { status: reached } = await wigwag.messages.get('msg_1');",
  ]);
  expect(errors).toEqual([]);
  expect(hover("to: '1'")).toContain('On whatsapp, the international number in digits');
  expect(hover('channel')).toContain('The channel of the message');
  expect(hover('connection_id')).toContain('as listed by GET /channels');
  expect(hover('status: reached')).toContain('only moves forward');
});

test('each error of a wrong request names the field, and the type has a name', () => {
  const to = "to: '905551112233'";
  const cases: [code: string, error: RegExp][] = [
    [`void wigwag.messages.send({ ${to}, txt: 'Hello' });`, /'txt' does not exist in type/],
    [`void wigwag.messages.send({ ${to}, text: 4711 });`, /^Type 'number' is not assignable to type 'string'/],
    [
      `void wigwag.messages.send({ ${to}, type: 'location', latitude: 41 });`,
      /'longitude' is missing .*'LocationMessage'/,
    ],
    [
      `void wigwag.messages.send({ ${to}, text: 'Hello', chanel: 'web' });`,
      /'chanel' does not exist .* Did you mean to write 'channel'\?$/,
    ],
    [
      `void wigwag.messages.sendTemplate({ ${to}, nam: 'hello_world' });`,
      /'nam' does not exist in type 'SendTemplateRequest'/,
    ],
    [`void wigwag.messages.sendTemplate({ ${to} });`, /'name' is missing .*'SendTemplateRequest'/],
    [
      "void wigwag.contacts.upsert({ phone: '905551112233', mail: 'a@example.com' });",
      /'mail' does not exist in type 'UpsertContactRequest'/,
    ],
    [
      "void wigwag.flows.create({ name: 'Spring', template: 'promo', button: 'More', step: [] });",
      /'step' does not exist .* Did you mean to write 'steps'\?$/,
    ],
    ["void wigwag.contacts.list({ labels: 'vip' });", /'labels' does not exist/],
    [
      "const contact: Contact = await wigwag.contacts.get('1'); contact.mail;",
      /^Property 'mail' does not exist on type 'Contact'/,
    ],
    [
      "const { status } = await wigwag.messages.get('msg_1'); status === 'seen';",
      /'MessageStatus' and '"seen"' have no overlap/,
    ],
    [
      'for await (const contact of wigwag.contacts.list()) contact.nme;',
      /^Property 'nme' does not exist on type 'Contact'.* 'name'/,
    ],
    [
      "for await (const { event, data } of wigwag.events()) if (event === 'message.received') data.message.body;",
      /^Property 'body' does not exist on type 'ReceivedMessage'/,
    ],
  ];
  const { errors } = editorFor([
    "import type { Contact } from '../index.ts';",
    ...cases.map(([code], index) => `export async function case${index}() { ${code} }`),
  ]);
  expect(errors).toEqual(cases.map(([, error]) => expect.stringMatching(error)));
});
