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
  /** Names of the interfaces it implements, without type arguments. */
  interfaces: string[];
  /** Decorators with the names given to them: `@CommandHandler(Pay)` is `{ name: 'CommandHandler', args: ['Pay'] }`. */
  decorators: { name: string; args: string[] }[];
}

/** Paths of the TypeScript files below a folder, relative to the project and with `/`, sorted. */
export function typeScriptFiles(folder: string): string[] {
  return filesBelow(folder, /\.ts$/);
}

/** Paths of the files below a folder whose name matches, relative to the project and with `/`, sorted. */
export function filesBelow(folder: string, name: RegExp): string[] {
  return readdirSync(path.join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((entry) => name.test(entry))
    .map((entry) => path.posix.join(folder, entry.split(path.sep).join('/')))
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
      isExported: isExported(declaration),
      parent: declaration.heritageClauses
        ?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
        ?.types[0]?.expression.getText(),
      interfaces: (declaration.heritageClauses ?? [])
        .filter(({ token }) => token === ts.SyntaxKind.ImplementsKeyword)
        .flatMap(({ types }) => types.map(({ expression }) => expression.getText())),
      decorators: (ts.getDecorators(declaration) ?? []).map(({ expression }) =>
        ts.isCallExpression(expression)
          ? { name: expression.expression.getText(), args: expression.arguments.map((argument) => argument.getText()) }
          : { name: expression.getText(), args: [] },
      ),
    }));
}

/** The names that a file declares and exports, each once: a type and a constant of one name are one thing. */
export function exportedNames(file: string): string[] {
  const names = parse(file)
    .statements.filter(isExported)
    .flatMap((statement) => {
      if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(boundNames);
      const { name } = statement as ts.DeclarationStatement;
      return name === undefined ? [] : [name.text];
    });
  return [...new Set(names)];
}

/** The identifiers of a file, each once, with the line of its first use. Comments and strings hold none. */
export function identifiersIn(file: string): Map<string, number> {
  const source = parse(file);
  const found = new Map<string, number>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !found.has(node.text)) found.set(node.text, lineOf(source, node.getStart(source)));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The names of the functions and methods that a file declares, arrow functions in constants included. */
export function functionNames(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isFunction =
      ts.isFunctionDeclaration(node) ||
      ts.isMethodDeclaration(node) ||
      ts.isMethodSignature(node) ||
      (ts.isVariableDeclaration(node) && node.initializer !== undefined && ts.isArrowFunction(node.initializer));
    if (isFunction && node.name !== undefined && ts.isIdentifier(node.name)) found.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(parse(file));
  return found;
}

/** The strings and template literals of a file; a substitution in a template reads ` ? `. */
export function stringsIn(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    else if (ts.isTemplateExpression(node))
      found.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ? '));
    ts.forEachChild(node, visit);
  };
  visit(parse(file));
  return found;
}

/** The comments of a file, with the line on which each begins. */
export function commentsIn(file: string): { line: number; text: string }[] {
  const source = parse(file);
  const comments = withoutLiterals(source).matchAll(/\/\*[\s\S]*?\*\/|\/\/.*/g);
  return [...comments].map(({ 0: text, index }) => ({ line: lineOf(source, index), text }));
}

/** The text with strings, templates and regular expressions blanked: what looks like a comment then is one. */
function withoutLiterals(source: ts.SourceFile): string {
  const pieces: string[] = [];
  let kept = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || isTemplateRest(node) || isRegularExpression(node)) {
      const start = node.getStart(source);
      pieces.push(source.text.slice(kept, start), ' '.repeat(node.end - start));
      kept = node.end;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...pieces, source.text.slice(kept)].join('');
}

function isTemplateRest(node: ts.Node): boolean {
  return node.kind === ts.SyntaxKind.TemplateMiddle || node.kind === ts.SyntaxKind.TemplateTail;
}

function isRegularExpression(node: ts.Node): boolean {
  return node.kind === ts.SyntaxKind.RegularExpressionLiteral;
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

function isExported(node: ts.Node): boolean {
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function boundNames({ name }: ts.VariableDeclaration | ts.BindingElement): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundNames(element)));
}

function lineOf(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}

const parsed = new Map<string, ts.SourceFile>();

function parse(file: string): ts.SourceFile {
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const source = parsed.get(file) ?? ts.createSourceFile(file, readSource(file), options, true);
  parsed.set(file, source);
  return source;
}
