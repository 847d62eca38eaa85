import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

export const PROJECT_ROOT = path.resolve(__dirname, '..', '..');

/** A class as an architecture rule sees it. */
export interface ClassInfo {
  name: string;
  isExported: boolean;
  /** Name of the class it extends, without type arguments. */
  parent?: string;
  /** Decorators with the names given to them: `@CommandHandler(Pay)` is `{ name: 'CommandHandler', args: ['Pay'] }`. */
  decorators: { name: string; args: string[] }[];
}

/** Paths of the TypeScript files below a folder, relative to the project and with `/`, sorted. */
export function typeScriptFiles(folder: string): string[] {
  return readdirSync(path.join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
    .sort();
}

export function readSource(file: string): string {
  return readFileSync(path.join(PROJECT_ROOT, file), 'utf8');
}

/** The classes declared at the top level of a file. */
export function classesIn(file: string): ClassInfo[] {
  return parse(file)
    .statements.filter(ts.isClassDeclaration)
    .map((declaration) => ({
      name: declaration.name?.text ?? '',
      isExported: declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false,
      parent: declaration.heritageClauses
        ?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
        ?.types[0]?.expression.getText(),
      decorators: (ts.getDecorators(declaration) ?? []).map(({ expression }) =>
        ts.isCallExpression(expression)
          ? { name: expression.expression.getText(), args: expression.arguments.map((argument) => argument.getText()) }
          : { name: expression.getText(), args: [] },
      ),
    }));
}

/** Lines that hold code: blank lines and lines of comment alone do not count, as for ESLint's max-lines. */
export function codeLineCount(file: string): number {
  const source = parse(file);
  const lines = new Set<number>();
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(source).filter(({ kind }) => kind !== ts.SyntaxKind.JSDoc);
    if (children.length === 0 && node.getWidth(source) > 0) {
      const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
      const last = source.getLineAndCharacterOfPosition(node.getEnd()).line;
      for (let line = first; line <= last; line += 1) lines.add(line);
    }
    children.forEach(visit);
  };
  visit(source);
  return lines.size;
}

/** `LedgerAccount` becomes `ledger-account`; a run of capitals is one word. */
export function toKebabCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readSource(file), ts.ScriptTarget.Latest, true);
}
