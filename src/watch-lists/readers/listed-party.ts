import { cutText } from '../../common/text/cut-text';
import type { PartyType } from '../matching/named-party';

/** Another name of a listed party. */
export interface ListedAlias {
  readonly name: string;
  /** The list does not vouch for it. */
  readonly weak: boolean;
}

/** One party of a list, whatever the form of the file (docs/domain/watch-lists.md#formats). */
export interface ListedParty {
  /** The list's own number of the party; unique in the list and stable from one version to the next. */
  readonly reference: string;
  readonly type: PartyType;
  readonly name: string;
  readonly aliases: readonly ListedAlias[];
  /** As the list writes them: days, years, spans. */
  readonly birthDates: readonly string[];
  /** Nationalities and countries of addresses, as the list writes them. */
  readonly countries: readonly string[];
  readonly gender: string | null;
  readonly bvn: string | null;
  readonly nin: string | null;
  /** The sanctions regime, or the office of a politically exposed person. */
  readonly programme: string | null;
}

/** A place of a file that cannot be read, and why. */
export interface FileProblem {
  readonly line: number;
  readonly reason: string;
}

/** A file that is no whole list of its form. Nothing of it is loaded. */
export class ListFileError extends Error {
  override readonly name = 'ListFileError';

  constructor(readonly problems: readonly FileProblem[]) {
    super(problems.map(({ line, reason }) => `Line ${line}: ${reason}`).join(' '));
  }
}

/** The first text, or the other one where it is missing or empty, as a field of a file is. */
export function textOr(text: string | undefined, other: string): string {
  return text === undefined || text === '' ? other : text;
}

/** Bounds of one party; a file that passes them is refused. */
export const NAME_MAX = 500;
export const ALIASES_MAX = 200;
export const VALUES_MAX = 50;
export const REFERENCE_MAX = 60;

/** Characters that are kept of one list while it is read. The largest published one has some ten million. */
export const LIST_TEXT_MAX = 64_000_000;
/** What an object with its texts needs beside their characters, counted as characters. */
const OBJECT_TEXT = 50;

/** Counts what is kept of a list, so that no file takes the memory of the process. */
export class KeptText {
  private characters = 0;

  constructor(private readonly charactersMax: number) {}

  /** @throws ListFileError where all that is kept is too much */
  add(texts: Iterable<string | null | undefined>, line = 0): void {
    this.characters += OBJECT_TEXT;
    for (const text of texts) this.characters += text?.length ?? 0;
    if (this.characters > this.charactersMax)
      throw new ListFileError([
        { line, reason: 'The list has more text than can be kept; split it into several lists.' },
      ]);
  }
}

/** All texts of a party. */
export function textsOf({ aliases, birthDates, countries, ...party }: ListedParty): (string | null)[] {
  const { reference, name, gender, programme } = party;
  return [reference, name, gender, programme, ...aliases.map((alias) => alias.name), ...birthDates, ...countries];
}

/** A party with what it has, trimmed; the reason of a refusal where it has no name or number. */
export function partyFrom(found: {
  reference: string | undefined;
  type: PartyType;
  name: string;
  aliases?: readonly ListedAlias[];
  birthDates?: readonly (string | undefined)[];
  countries?: readonly (string | undefined)[];
  gender?: string | undefined;
  bvn?: string | undefined;
  nin?: string | undefined;
  programme?: string | undefined;
}): ListedParty | string {
  const reference = tidy(found.reference ?? '');
  const name = tidy(found.name);
  if (reference === '') return 'The party has no number of its list.';
  if (reference.length > REFERENCE_MAX) return `The number of the party has more than ${REFERENCE_MAX} characters.`;
  if (name === '') return `The party ${reference} has no name.`;
  if (name.length > NAME_MAX) return `The name of ${reference} has more than ${NAME_MAX} characters.`;
  const written = (found.aliases ?? []).map((alias) => ({ ...alias, name: tidy(alias.name) }));
  // A name with lost letters would match nobody.
  if ([reference, name, ...written.map((alias) => alias.name)].some((text) => text.includes('\ufffd')))
    return 'The file is not UTF-8: letters of the party are lost.';
  // A program that could not write the letters leaves question marks.
  if (!/[\p{L}\p{N}]/u.test(name))
    return `The name of ${reference} has no letter and would match nobody: ${name.slice(0, 40)}`;
  const problem = numberProblem(found);
  if (problem) return problem;
  // Published lists repeat a name in many rows, so only different names count.
  const aliases = distinctAliases(written, name);
  if (aliases.length > ALIASES_MAX) return `The party ${reference} has more than ${ALIASES_MAX} aliases.`;
  return {
    reference,
    type: found.type,
    name,
    aliases,
    birthDates: values(found.birthDates),
    countries: values(found.countries),
    gender: tidy(found.gender ?? '') || null,
    bvn: tidy(found.bvn ?? '') || null,
    nin: tidy(found.nin ?? '') || null,
    programme: cutText(tidy(found.programme ?? ''), 250) || null,
  };
}

/** A number that a spreadsheet has rounded would be lost without a word. */
function numberProblem({
  reference,
  bvn,
  nin,
}: {
  reference?: string;
  bvn?: string;
  nin?: string;
}): string | undefined {
  const wrong = Object.entries({ BVN: bvn, NIN: nin }).find(([, text]) => !/^(?:\d{11})?$/.test(tidy(text ?? '')));
  return wrong && `The ${wrong[0]} of ${tidy(reference ?? '')} is no number of 11 figures.`;
}

/** Control signs are blanks: the database takes no text that has them. */
const tidy = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

const values = (texts: readonly (string | undefined)[] = []): string[] =>
  [...new Set(texts.map((text) => cutText(tidy(text ?? ''), 100)).filter(Boolean))].slice(0, VALUES_MAX);

function distinctAliases(aliases: readonly ListedAlias[], name: string): ListedAlias[] {
  const seen = new Set([name.toLowerCase()]);
  return aliases.filter((alias) => {
    const key = alias.name.toLowerCase();
    if (alias.name === '' || alias.name.length > NAME_MAX || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
