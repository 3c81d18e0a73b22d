import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ENTRIES = ['index.ts', 'webhooks.ts', 'msw.ts', 'admin/wigwag-admin.ts'].map((name) =>
  fileURLToPath(new URL(`../${name}`, import.meta.url)),
);

/** Created once, because it takes a long time. */
const program = ts.createProgram(ENTRIES, {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2024,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
});
const checker = program.getTypeChecker();

test('everything that the SDK exports has a comment, including members and options', () => {
  const isDocumented = (symbol: ts.Symbol) => symbol.getDocumentationComment(checker).length > 0;
  const undocumented = new Set<string>();
  const seen: string[] = [];
  const look = (name: string, symbol: ts.Symbol) => {
    const [declaration] = symbol.declarations ?? [];
    // Types from the document have their descriptions there, and other packages describe theirs.
    if (
      !declaration ||
      /generated\/(types|admin-types|errors|examples)|node_modules/.test(declaration.getSourceFile().fileName)
    ) {
      return;
    }
    seen.push(name);
    if (!isDocumented(symbol)) {
      undocumented.add(name);
    }
    if (ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration)) {
      for (const member of checker.getDeclaredTypeOfSymbol(symbol).getProperties()) {
        const [own] = member.declarations ?? [];
        const isPublic = own && !member.name.includes('#') && member.name !== 'name';
        if (isPublic && own.getSourceFile() === declaration.getSourceFile() && !/^(then|__@)/.test(member.name)) {
          look(`${name}.${member.name}`, member);
        }
      }
    }
  };
  for (const entry of ENTRIES) {
    const file = program.getSourceFile(entry) as ts.SourceFile;
    for (const exported of checker.getExportsOfModule(checker.getSymbolAtLocation(file) as ts.Symbol)) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      look(exported.name, symbol);
    }
  }
  expect(seen.length).toBeGreaterThan(100);
  expect([...undocumented]).toEqual([]);
});

test('every type of the document is exported, and every field has a text that refers to no section', () => {
  const index = program.getSourceFile(ENTRIES[0] as string) as ts.SourceFile;
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(index) as ts.Symbol);
  const names = new Set(exported.map(({ name }) => name));
  const published = new URL('../../openapi/generated/openapi.json', import.meta.url);
  const { components } = JSON.parse(readFileSync(published, 'utf8')) as { components: { schemas: object } };
  const schemas = Object.keys(components.schemas).filter((name) => !/Response$|^ErrorEnvelope$/.test(name));
  // The published document names some parts that are inside another type here.
  const isPart = (name: string) => schemas.some((other) => other !== name && name.startsWith(other));
  expect(schemas.filter((name) => !isPart(name) && !names.has(name))).toEqual([]);

  const types = program.getSourceFiles().find(({ fileName }) => fileName.endsWith('/sdk/generated/types.ts'));
  const [withoutText, withSection]: [string[], string[]] = [[], []];
  let seen = 0;
  const look = (node: ts.Node): void => {
    // `0` is an item of a list whose length is limited.
    if (
      ts.isPropertySignature(node) &&
      !/^\d+$/.test(node.name.getText()) &&
      node.type?.kind !== ts.SyntaxKind.NeverKeyword
    ) {
      seen += 1;
      const text = ts.getJSDocCommentsAndTags(node).map((comment) => comment.getText());
      if (text.length === 0) {
        withoutText.push(node.name.getText());
      }
      if (text.some((line) => line.includes('§') || line.includes('@description'))) {
        withSection.push(node.name.getText());
      }
    }
    ts.forEachChild(node, look);
  };
  const aliases = (types?.statements ?? []).filter(
    (node) => ts.isTypeAliasDeclaration(node) && node.name.text !== '$defs',
  );
  aliases.forEach(look);
  expect(seen).toBeGreaterThan(400);
  expect({ withoutText, withSection }).toEqual({ withoutText: [], withSection: [] });
});

test('no text of an export refers to a section of the specification', () => {
  const sources = program
    .getSourceFiles()
    .filter(({ fileName }) => /\/sdk\/(?!tests|node_modules)[\w/-]+\.ts$/.test(fileName));
  const texts = sources.flatMap(({ text }) => text.match(/\/\*\*.*?\*\//gs) ?? []);
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter((text) => text.includes('§'))).toEqual([]);
});

test('every method of a resource documents what it throws', () => {
  const file = fileURLToPath(new URL('../generated/resources.ts', import.meta.url));
  const text = ts.sys.readFile(file) ?? '';
  const methods = text.match(/^ {4}\w+: \(/gm) ?? [];
  expect(methods).toHaveLength(34);
  expect(text.match(/@throws \{ApiError\} [A-Z_, ]+\n {5}\*\/\n {4}\w+: \(/g)).toHaveLength(34);
});

test('each numeric option documents its unit, and each option with a value its default', () => {
  const [withoutUnit, withoutDefault, seen]: [string[], string[], string[]] = [[], [], []];
  const look = (node: ts.Node): void => {
    if (ts.isInterfaceDeclaration(node) && /Options$/.test(node.name.text)) {
      for (const member of node.members.filter(ts.isPropertySignature)) {
        const name = `${node.name.text}.${member.name.getText()}`;
        const symbol = checker.getSymbolAtLocation(member.name) as ts.Symbol;
        const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
        const type = member.type?.getText() ?? '';
        seen.push(name);
        if (/\bnumber\b/.test(type) && !type.includes('=>') && !/milliseconds|seconds|how often/i.test(text)) {
          withoutUnit.push(name);
        }
        const hasDefault = symbol.getJsDocTags(checker).some((tag) => tag.name === 'default');
        if (member.questionToken && !/=>|AbortSignal/.test(type) && !hasDefault) {
          withoutDefault.push(name);
        }
      }
    }
    ts.forEachChild(node, look);
  };
  const files = program
    .getSourceFiles()
    .filter(({ fileName }) => /\/sdk\/(?!generated|tests)([\w-]+\/)?[\w-]+\.ts$/.test(fileName));
  files.forEach(look);
  expect(seen.length).toBeGreaterThan(20);
  expect({ withoutUnit, withoutDefault }).toEqual({ withoutUnit: [], withoutDefault: [] });
});
