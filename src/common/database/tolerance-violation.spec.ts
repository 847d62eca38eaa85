import { PROGRAM_VERSION } from '../program-version';
import { migrations } from './migrations/all-migrations';
import { toleranceViolation } from './tolerance-violation';

describe('toleranceViolation', () => {
  const needs = (...versions: string[]): { migration: string; oldestProgram: string }[] =>
    versions.map((oldestProgram, index) => ({ migration: `M${index}`, oldestProgram }));

  it.each([
    ['0.1.0', ['0.1.0']],
    ['0.1.0', ['0.0.9', '0.1.0']],
    ['0.10.0', ['0.9.1']],
    ['1.0.0', ['0.99.99']],
    ['2.0.0-rc.1', ['2.0.0']],
    ['0.1.0', []],
  ])('lets version %s serve a schema that needs %p', (version, oldest) => {
    expect(toleranceViolation(version, needs(...oldest))).toBeUndefined();
  });

  it.each([
    ['0.1.0', ['0.1.1'], 'M0', '0.1.1'],
    ['0.9.1', ['0.10.0'], 'M0', '0.10.0'],
    ['0.1.0', ['0.1.0', '0.2.0', '0.3.0'], 'M2', '0.3.0'],
    ['1.9.9', ['2.0.0', '0.1.0'], 'M0', '2.0.0'],
  ])('names the newest version that version %s lacks for %p', (version, oldest, migration, needed) => {
    expect(toleranceViolation(version, needs(...oldest))).toBe(
      `This program has version ${version}, but the database has the migration ${migration}, which needs version ` +
        `${needed} or newer. Start a newer version of the program.`,
    );
  });

  it('refuses a version that is not three numbers', () => {
    expect(() => toleranceViolation('0.1', needs('0.1.0'))).toThrow('three numbers');
  });

  it('lets this program serve its own migrations', () => {
    const own = migrations.map(({ name, oldestProgram }) => ({ migration: name, oldestProgram }));
    expect(toleranceViolation(PROGRAM_VERSION, own)).toBeUndefined();
    expect(own.map(({ oldestProgram }) => oldestProgram).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual(
      [],
    );
  });
});
