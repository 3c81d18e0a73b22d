import ts from 'typescript';

/** Prose in a file, with the line where it begins. */
export interface Prose {
  kind: 'comment' | 'text';
  line: number;
  text: string;
}

/** Returns the comments and the texts of a source, without imports. Texts of one word are names and are left out. */
export function proseOfSource(path: string, source: string): Prose[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: Prose[] = [];
  const add = (kind: Prose['kind'], at: number, text: string) =>
    found.push({ kind, line: file.getLineAndCharacterOfPosition(at).line + 1, text });
  const seen = new Set<number>();
  const addComments = (position: number) => {
    for (const { pos, end } of [
      ...(ts.getLeadingCommentRanges(source, position) ?? []),
      ...(ts.getTrailingCommentRanges(source, position) ?? []),
    ]) {
      if (!seen.has(pos)) {
        seen.add(pos);
        add('comment', pos, source.slice(pos, end));
      }
    }
  };
  const visit = (node: ts.Node): void => {
    addComments(node.getFullStart());
    addComments(node.getEnd());
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      return;
    }
    if (
      ts.isStringLiteral(node) ||
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node) ||
      ts.isJsxText(node)
    ) {
      if (/\S\s+\S/.test(node.text)) {
        add('text', node.getStart(), node.text);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns the prose of a Markdown file: everything but code. */
export const proseOfMarkdown = (source: string): Prose[] =>
  source
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, (code) => code.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`/g, '')
    .split('\n')
    .map((text, index) => ({ kind: 'text', line: index + 1, text }));

/** Returns the lines of a file whose whole content is prose or keys, such as YAML and HTML. */
export const proseOfLines = (source: string): Prose[] =>
  source.split('\n').map((text, index) => ({
    kind: /^\s*(#|<!--)/.test(text) ? 'comment' : 'text',
    line: index + 1,
    text,
  }));
