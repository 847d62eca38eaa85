/** A migration and the oldest version of the program that can serve a database with it. */
export interface Tolerance {
  migration: string;
  /** Three numbers with dots, such as `0.1.0`. */
  oldestProgram: string;
}

/**
 * The reason why a program must not serve a database with these migrations; undefined when it may. Migrations that the
 * program does not know count like the others.
 *
 * @param version of the program; a suffix such as `-rc.1` does not count.
 */
export function toleranceViolation(version: string, tolerances: Tolerance[]): string | undefined {
  const intolerant = tolerances
    .filter(({ oldestProgram }) => compareVersions(version, oldestProgram) < 0)
    .sort((a, b) => compareVersions(b.oldestProgram, a.oldestProgram))[0];
  if (!intolerant) return undefined;
  const { migration, oldestProgram } = intolerant;
  return (
    `This program has version ${version}, but the database has the migration ${migration}, which needs version ` +
    `${oldestProgram} or newer. Start a newer version of the program.`
  );
}

/** Negative when `a` is the older version, positive when it is the newer one. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  const differing = left.findIndex((number, index) => number !== right[index]);
  return differing === -1 ? 0 : left[differing]! - right[differing]!;
}

function numbersOf(version: string): number[] {
  const match = /^(\d+)\.(\d+)\.(\d+)/.exec(version);
  if (!match) throw new Error(`The version ${version} is not three numbers with dots.`);
  return match.slice(1).map(Number);
}
