import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test, vi } from 'vitest';

/** What an editor shows for code that uses the SDK. */

// The compiler reads the whole SDK.
vi.setConfig({ testTimeout: 60_000 });

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
