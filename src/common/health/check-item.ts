/** One thing that was checked for an operator. */
export interface CheckItem {
  name: string;
  ok: boolean;
  /** The state in words, with the remedy where something is wrong. */
  message: string;
}

/** One check and its result. */
export function checked(name: string, ok: boolean, message: string): CheckItem {
  return { name, ok, message };
}

/** The lines of a list of checks. */
export function linesOfChecks(items: readonly CheckItem[], bad: string): string[] {
  const width = Math.max(...items.map(({ name }) => name.length));
  return items.map(
    ({ name, ok, message }) => `${(ok ? 'ok' : bad).padEnd(bad.length)}  ${name.padEnd(width)}  ${message}`,
  );
}
