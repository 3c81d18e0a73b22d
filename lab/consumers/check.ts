import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { DOCUMENT } from './tools.ts';

/** Compiles generated code as a strict app does, and finds fields whose type says nothing. */

const HERE = import.meta.dirname;

/** Returns the names of all fields and parameters in the document. */
function documentedNames(): Set<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (!(node instanceof Object)) {
      return;
    }
    const { properties, name, in: place } = node as { properties?: object; name?: string; in?: string };
    for (const property of Object.keys(properties ?? {})) {
      names.add(property);
    }
    if (name !== undefined && place !== undefined) {
      names.add(name);
    }
    Object.values(node).forEach(visit);
  };
  visit(JSON.parse(readFileSync(DOCUMENT, 'utf8')));
  return names;
}

/** Returns the starts of the names that generators give to types: of schemas and of operations. */
function documentedTypes(): string[] {
  const { components, paths, webhooks } = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
  const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap((item) =>
    Object.values(item as Record<string, { operationId?: string }>).flatMap(({ operationId }) => operationId ?? []),
  );
  return [...Object.keys(components.schemas), ...operations].map((name) => name.toLowerCase());
}

/** Returns whether a node is `any`, `unknown`, `z.any()` or `z.unknown()`, except as the values of a map, which may be free. */
function saysNothing(node: ts.Node): boolean {
  if (node.parent && ts.isCallExpression(node.parent) && /^(z|zod)\.record$/.test(node.parent.expression.getText())) {
    return false;
  }
  if (node.kind === ts.SyntaxKind.AnyKeyword || node.kind === ts.SyntaxKind.UnknownKeyword) {
    return true;
  }
  return ts.isCallExpression(node) && /^(z|zod)\.(any|unknown)$/.test(node.expression.getText());
}

/** Returns the field that a node is the type of, and the declaration that the field is in. */
function placeOf(node: ts.Node): { field: string; declaration: string } | undefined {
  let field: string | undefined;
  for (let at = node; at.parent; at = at.parent) {
    if (ts.isFunctionLike(at)) {
      return undefined;
    }
    if (ts.isPropertySignature(at) || ts.isPropertyDeclaration(at) || ts.isPropertyAssignment(at)) {
      field ??= at.name.getText().replaceAll(/['"]/g, '');
    }
    if (ts.isInterfaceDeclaration(at) || ts.isTypeAliasDeclaration(at) || ts.isVariableDeclaration(at)) {
      return field === undefined ? undefined : { field, declaration: at.name.getText() };
    }
  }
  return undefined;
}

/** Returns the documented fields of a file whose type is `any` or `unknown`. */
function untypedFields(source: ts.SourceFile): string[] {
  const names = documentedNames();
  const types = ['components', 'paths', 'operations', 'schemas', ...documentedTypes()];
  // Some generators put a `z` before the name of a schema.
  const isDocumented = (declaration: string) =>
    types.some((type) => [declaration, declaration.replace(/^z/, '')].some((name) => name.startsWith(type)));
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const place = saysNothing(node) ? placeOf(node) : undefined;
    if (place && names.has(place.field) && isDocumented(place.declaration.toLowerCase())) {
      found.push(`${place.declaration}.${place.field}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * Compiles the code of a folder with the strictest common settings.
 *
 * @param types the files that contain the types of the document
 * @param paths modules to replace
 * @throws {Error} with the errors of the compiler, and with the fields whose type is `any` or `unknown`
 */
export function compile(folder: string, files: string[], types: string[], paths: Record<string, string[]> = {}): void {
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    {
      strict: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      jsx: ts.JsxEmit.ReactJSX,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
      paths,
      typeRoots: [join(HERE, 'node_modules/@types'), join(HERE, '../../node_modules/@types')],
    },
  );
  const errors = ts.getPreEmitDiagnostics(program).map((problem) => {
    const line = problem.file?.getLineAndCharacterOfPosition(problem.start ?? 0).line ?? 0;
    const at = problem.file ? `${problem.file.fileName}:${line + 1}: ` : '';
    return at + ts.flattenDiagnosticMessageText(problem.messageText, '\n');
  });
  const untyped = types.flatMap((file) => {
    const source = program.getSourceFile(join(folder, file));
    return source ? untypedFields(source) : [`${file} is not part of the program`];
  });
  if (errors.length + untyped.length > 0) {
    throw new Error(
      [
        ...(errors.length > 0 ? [`${errors.length} errors of the compiler`, ...errors.slice(0, 12)] : []),
        ...(untyped.length > 0 ? [`${untyped.length} fields without a type`, ...untyped.slice(0, 12)] : []),
      ].join('\n'),
    );
  }
}
