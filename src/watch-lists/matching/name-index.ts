import { ThreadSlices } from '../../common/thread-slices';
import { matchParties, type NameMatch, type PreparedParty } from './match-names';
import { type NamePart, PARTY_TYPES, type PartyType, type PreparedName } from './named-party';
import { NumbersByKey } from './numbers-by-key';
import { soundOf } from './sound';
import { WordIndex } from './word-index';

/** A party of a list. */
export interface IndexEntry {
  /** The number by which its list knows it. */
  readonly reference: string;
  readonly party: PreparedParty;
}

/** A party of a list that matches the one that was asked for. */
export interface IndexHit {
  readonly reference: string;
  readonly match: NameMatch;
}

/** Order of hits: by score, then by reference, so that equal lists give equal answers. */
export const bestFirst = (a: IndexHit, b: IndexHit): number =>
  b.match.score - a.match.score || (a.reference < b.reference ? -1 : 1);

/** So many names are compared in full for one that is asked for; the most promising come first. */
const COMPARED_MAX = 64;
/** The names alone must promise so much, by type: a birth date or a wedding can add the rest. */
const PROMISE_MIN: Record<PartyType, number> = { person: 0.55, company: 0.7, vessel: 0.7 };
const CONFLICT: Record<PartyType, number> = { person: 1.4, company: 1.7, vessel: 2 };
/** Longer words made of neighbours are not looked for. */
const JOINED_LENGTH_MAX = 24;

/** The words by which a name is found; initials, particles and numbers find nothing. */
const findingParts = ({ parts }: PreparedName): readonly NamePart[] =>
  parts.filter(({ kind }) => kind === 'name' || kind === 'title');

const findingWeight = (name: PreparedName): number => findingParts(name).reduce((sum, { weight }) => sum + weight, 0);

/** Sounds of what neighbours make together, and of the first letters of a company: each finds a name alone. */
function joinedSounds({ parts, forms, type }: PreparedName): string[] {
  const texts: string[] = [];
  for (let at = 1; at < parts.length; at += 1) {
    const [before, part] = [parts[at - 1]!, parts[at]!];
    if ([before, part].some(({ kind }) => kind === 'initial' || kind === 'number')) continue;
    const text = before.text + part.text;
    if (text.length >= 4 && text.length <= JOINED_LENGTH_MAX) texts.push(text);
    // `Osama bin Laden` is written as one word, too.
    const first = before.kind === 'particle' ? parts[at - 2] : undefined;
    if (first?.kind === 'name' && first.text.length + text.length <= JOINED_LENGTH_MAX) texts.push(first.text + text);
  }
  if (type === 'company' && parts.length >= 3) {
    const initials = [...parts.map(({ text }) => text), ...forms].map((word) => word[0]).join('');
    texts.push(...[initials, initials.slice(0, parts.length)].filter(({ length }) => length >= 4));
  }
  return [...new Set(texts.map(soundOf))];
}

const fullWords = ({ parts }: PreparedName): number => parts.filter(({ kind }) => kind === 'name').length;
/** Of two names of persons with several words each, one word in common never makes a match. */
const isFoundByOne = (name: PreparedName): boolean =>
  name.type !== 'person' ||
  fullWords(name) < 2 ||
  name.parts.some(({ kind }) => kind === 'initial' || kind === 'title');

/** A bit for each letter with which a part begins; of initials only, where a name is asked for. */
const firstLetters = ({ parts }: PreparedName, isCounted: (part: NamePart) => boolean): number =>
  parts.filter(isCounted).reduce((letters, { text }) => letters | (1 << (text.charCodeAt(0) % 32)), 0);

/** Names of one type. */
class TypeIndex {
  /** Names by the number of a word; other types have words that these names do not have. */
  private readonly postings: number[][] = [];
  /** Names by the sound of neighbours. */
  private readonly joined = new NumbersByKey();
  private readonly owners: number[] = [];
  private readonly weights: number[] = [];
  private readonly isAlone: boolean[] = [];
  private readonly firsts: number[] = [];
  private sums = new Float32Array(0);
  private counts = new Uint8Array(0);

  constructor(private readonly words: WordIndex) {}

  add(owner: number, name: PreparedName): void {
    const id = this.owners.push(owner) - 1;
    this.weights.push(findingWeight(name));
    this.isAlone.push(isFoundByOne(name));
    this.firsts.push(firstLetters(name, () => true));
    for (const text of new Set(findingParts(name).map((part) => part.text))) {
      const word = this.words.add(text);
      (this.postings[word] ??= []).push(id);
    }
    for (const sound of joinedSounds(name)) this.joined.add(sound, id);
  }

  /** The owners of the names that share most with this one, best first. */
  find(name: PreparedName): number[] {
    if (this.sums.length < this.owners.length) {
      this.sums = new Float32Array(this.owners.length);
      this.counts = new Uint8Array(this.owners.length);
    }
    const touched = this.count(name);
    const isAlone = isFoundByOne(name);
    const total = findingWeight(name);
    const initials = firstLetters(name, ({ kind }) => kind === 'initial');
    const ranked: { id: number; rank: number }[] = [];
    for (const id of touched) {
      const sum = this.sums[id]!;
      const weight = this.weights[id]!;
      const conflict = Math.max(0, Math.min(total, weight) - sum);
      const promise = sum / (sum + CONFLICT[name.type] * conflict);
      const isEnough = this.counts[id]! > 1 || isAlone || this.isAlone[id]!;
      if (isEnough && promise >= PROMISE_MIN[name.type]) {
        // Without the initials a family name alone would be cut by chance among its many bearers.
        const rank = sum / (total + weight) + ((this.firsts[id]! & initials) === initials ? 1 : 0);
        ranked.push({ id, rank });
      }
      this.sums[id] = 0;
      this.counts[id] = 0;
    }
    ranked.sort((a, b) => b.rank - a.rank || a.id - b.id);
    return ranked.slice(0, COMPARED_MAX).map(({ id }) => this.owners[id]!);
  }

  private count(name: PreparedName): number[] {
    const touched: number[] = [];
    const touch = (ids: readonly number[] | undefined, value: number, count: number): void => {
      for (const id of ids ?? []) {
        if (this.counts[id] === 0) touched.push(id);
        this.sums[id]! += value;
        this.counts[id] = Math.min(200, this.counts[id]! + count);
      }
    };
    for (const { text, sound, kind, weight } of findingParts(name)) {
      // A title of a long name can be half of a short one, so the index gives it full weight.
      const most = kind === 'title' ? 1 : weight;
      for (const { word, value } of this.words.like(text)) touch(this.postings[word], value * most, 1);
      touch(this.joined.of(sound), 1, 2);
    }
    for (const sound of joinedSounds(name)) {
      for (const word of this.words.ofSound(sound)) touch(this.postings[word], 1, 2);
    }
    return touched;
  }
}

/**
 * The names of lists in memory, found by words that are alike instead of by a scan (docs/domain/watch-lists.md#index).
 * It is built once and does not change; a new version of a list makes a new index.
 */
export class NameIndex {
  private readonly entries: IndexEntry[] = [];
  private readonly words = new WordIndex();
  private readonly types: Record<PartyType, TypeIndex> = {
    person: new TypeIndex(this.words),
    company: new TypeIndex(this.words),
    vessel: new TypeIndex(this.words),
  };
  private readonly byNumber = new NumbersByKey();

  private constructor() {}

  /** Builds the index in slices of some milliseconds, between which other work has its turn. */
  static async build(entries: Iterable<IndexEntry> | AsyncIterable<IndexEntry>): Promise<NameIndex> {
    const index = new NameIndex();
    const slices = new ThreadSlices();
    for await (const entry of entries) {
      index.add(entry);
      if (slices.isOver) await slices.next();
    }
    return index;
  }

  /** The number of parties. */
  get size(): number {
    return this.entries.length;
  }

  /** Whether a listed party has a BVN or NIN; those of others say nothing to a list without any. */
  get hasNumbers(): boolean {
    return this.byNumber.size > 0;
  }

  /** The listed parties that match, best first. Of countless equal candidates only the first 64 are compared. */
  search(party: PreparedParty): IndexHit[] {
    const owners = new Set<number>();
    for (const number of numbersOf(party)) for (const owner of this.byNumber.of(number)) owners.add(owner);
    for (const { name } of party.names) for (const owner of this.types[party.type].find(name)) owners.add(owner);
    const hits: IndexHit[] = [];
    for (const owner of owners) {
      const { reference, party: listed } = this.entries[owner]!;
      const match = matchParties(party, listed);
      if (match.match) hits.push({ reference, match });
    }
    return hits.sort(bestFirst);
  }

  /** Compares with every party, as a proof of what the index finds. */
  scan(party: PreparedParty): IndexHit[] {
    return this.entries
      .map(({ reference, party: listed }) => ({ reference, match: matchParties(party, listed) }))
      .filter(({ match }) => match.match)
      .sort(bestFirst);
  }

  private add(entry: IndexEntry): void {
    const owner = this.entries.push(entry) - 1;
    const { party } = entry;
    for (const { name } of party.names) if (PARTY_TYPES.includes(name.type)) this.types[name.type].add(owner, name);
    for (const number of numbersOf(party)) this.byNumber.add(number, owner);
  }
}

const numbersOf = ({ facts: { bvn, nin } }: PreparedParty): string[] => [
  ...(bvn ? [`bvn ${bvn}`] : []),
  ...(nin ? [`nin ${nin}`] : []),
];
