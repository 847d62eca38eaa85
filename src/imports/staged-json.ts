/** Amounts as decimal text, the form in which staged content keeps them. */
export type Staged<Facts> = {
  [Property in keyof Facts]: bigint extends Facts[Property] ? string | null : Facts[Property];
};

/** A copy of a staged object whose properties that end in `Kobo` are amounts again. */
export function revived<Facts extends object>(staged: object): Facts {
  return Object.fromEntries(
    Object.entries(staged).map(([name, value]) => [
      name,
      name.endsWith('Kobo') && typeof value === 'string' ? BigInt(value) : (value as unknown),
    ]),
  ) as Facts;
}

/** JSON with amounts as decimal text. */
export function stagedText(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? each.toString() : each));
}
