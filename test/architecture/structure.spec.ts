import path from 'node:path';
import { classesIn, ClassInfo, codeLineCount, readSource, toKebabCase, typeScriptFiles } from '../support/source-tree';

const CODE_LINES_MAX = 300;
/** Spelled so that this file does not find itself. */
const UNFINISHED = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'].join('|')})\\b`);

const sources = typeScriptFiles('src').filter((file) => !file.endsWith('.spec.ts'));
const classes = sources.flatMap((file) => classesIn(file).map((declared) => ({ file, ...declared })));

describe('architecture', () => {
  it.each(['controller', 'module'])('a *.%s.ts file exports one class, named like the file', (kind) => {
    expect(misnamedClasses(kind, (base) => `${base}-${kind}`)).toEqual([]);
  });

  it('a *.entity.ts file exports one class, named like the file', () => {
    expect(misnamedClasses('entity', (base) => base)).toEqual([]);
  });

  it('a step of the day is in a *.step.ts file of its name, and only there', () => {
    const steps = classes.filter(({ name, interfaces }) => name.endsWith('Step') && interfaces.includes('DayStep'));
    const astray = steps.filter(({ file, name }) => `${toKebabCase(name)}.ts` !== stepFileName(file));
    const strangers = sources.filter((file) => file.endsWith('.step.ts') && !steps.some((step) => step.file === file));
    expect([...astray.map(({ file, name }) => `${file}: ${name}`), ...strangers]).toEqual([]);
    expect(steps.length).toBeGreaterThan(5);
  });

  it('a *.dto.ts file has the noun of its controller, not the singular of it', () => {
    const controllers = new Set(sources.filter((file) => file.endsWith('.controller.ts')));
    const singular = sources
      .filter((file) => file.endsWith('.dto.ts'))
      .filter((file) => controllers.has(file.replace(/\.dto\.ts$/, 's.controller.ts')));
    expect(singular).toEqual([]);
  });

  // The compiler of the program and that of the tests disagree about other types: one writes `Object`, which the
  // validation takes for a class of fields.
  it('a parameter of a route has a written type that is no union', () => {
    const untyped = /@(?:Query|Param|Body)\([^)]*\)\s+\w+(?:\s*[=,)]|\??:[^,)={]*\|)/g;
    const found = sources.flatMap((file) => (readSource(file).match(untyped) ?? []).map((text) => `${file}: ${text}`));
    expect(found).toEqual([]);
  });

  it.each([
    { folder: 'commands', decorator: 'CommandHandler' },
    { folder: 'queries', decorator: 'QueryHandler' },
  ])('a file in $folder holds one @$decorator, for a class of the same file', ({ folder, decorator }) => {
    const files = sources.filter((file) => path.posix.basename(path.posix.dirname(file)) === folder);
    const wrong = files.filter((file) => {
      const [handled, ...more] = handledBy(decorator, inFile(file));
      return handled === undefined || more.length > 0 || !inFile(file).some(({ name }) => name === handled);
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    { parent: 'Command', decorator: 'CommandHandler' },
    { parent: 'Query', decorator: 'QueryHandler' },
  ])('every $parent has exactly one handler, in its own file', ({ parent, decorator }) => {
    const unhandled = classes
      .filter((declared) => declared.parent === parent)
      .filter(({ file, name }) => handledBy(decorator, inFile(file)).filter((handled) => handled === name).length !== 1)
      .map(({ file, name }) => `${file}: ${name}`);
    const handledElsewhere = sources.flatMap((file) =>
      handledBy(decorator, inFile(file))
        .filter((handled) => !inFile(file).some(({ name }) => name === handled))
        .map((handled) => `${file}: handles ${handled} of another file`),
    );
    expect([...unhandled, ...handledElsewhere]).toEqual([]);
  });

  it(`no file has more than ${CODE_LINES_MAX} lines of code`, () => {
    const tooLong = sources
      .filter((file) => readSource(file).split('\n').length > CODE_LINES_MAX)
      .map((file) => ({ file, lines: codeLineCount(file) }))
      .filter(({ lines }) => lines > CODE_LINES_MAX);
    expect(tooLong).toEqual([]);
  });

  // What a route reads of a bare one is documented on the class that all lists extend, over the defaults that they
  // override.
  it('no route takes a bare PagingQuery', () => {
    const bare = sources
      .filter((file) => file.endsWith('.controller.ts'))
      .filter((file) => /: PagingQuery\b/.test(readSource(file)));
    expect(bare).toEqual([]);
  });

  it('nothing is left unfinished', () => {
    const files = [...typeScriptFiles('src'), ...typeScriptFiles('test')];
    expect(files.filter((file) => UNFINISHED.test(readSource(file)))).toEqual([]);
  });

  it('there are no barrels', () => {
    expect(sources.filter((file) => path.posix.basename(file) === 'index.ts')).toEqual([]);
  });
});

function inFile(file: string): ClassInfo[] {
  return classes.filter((declared) => declared.file === file);
}

/** Names of the classes that the handlers among `declared` handle. */
function handledBy(decorator: string, declared: ClassInfo[]): string[] {
  return declared.flatMap(({ decorators }) =>
    decorators.filter(({ name }) => name === decorator).map(({ args }) => args[0] ?? ''),
  );
}

/** `lien-expiry.step.ts` as the class is named: `lien-expiry-step.ts`. */
function stepFileName(file: string): string {
  return path.posix.basename(file).replace(/\.step\.ts$/, '-step.ts');
}

function misnamedClasses(kind: string, expectedName: (base: string) => string): string[] {
  return sources
    .filter((file) => file.endsWith(`.${kind}.ts`))
    .filter((file) => {
      const exported = inFile(file).filter(({ isExported }) => isExported);
      const expected = expectedName(path.posix.basename(file, `.${kind}.ts`));
      return exported.length !== 1 || toKebabCase(exported[0]?.name ?? '') !== expected;
    })
    .map(
      (file) =>
        `${file}: ${inFile(file)
          .map(({ name }) => name)
          .join(', ')}`,
    );
}
