import { addExact, type Exact, subtractExact } from './exact-number';
import { type LedgerMisfit, misfit } from './ledger-misfit';
import { dateOfDay } from './segment-splitter';

/** The fields of an entry that the totals of its account depend on. */
export interface AccountEntry {
  day: number;
  postingId: number;
  leg: number;
  accountId: number;
  seq: number;
  isDebit: boolean;
  amount: Exact;
  balanceAfter: Exact;
  debitsAfter: Exact;
  creditsAfter: Exact;
}

/** Present totals of an account. */
export interface AccountTotals {
  id: number;
  seq: number;
  debits: Exact;
  credits: Exact;
}

/**
 * Entries that may wait for the one before them. Ids of postings are given out in blocks, so that an account's entries
 * are not in the order of its numbers; more waiting entries than this have lost theirs.
 */
const WAITING_MAX = 2_000_000;

/**
 * Follows the running totals and numbers of all accounts. Its memory grows with the accounts and not with the entries.
 */
export class AccountStates {
  private readonly places = new Map<number, number>();
  private readonly seqs: number[] = [];
  private readonly debits: Exact[] = [];
  private readonly credits: Exact[] = [];
  /** 1 where the balance is debits less credits, -1 where it is credits less debits, 0 while both are 0. */
  private readonly signs: number[] = [];
  /** True where the present totals of the account were seen. */
  private readonly hasTotals: boolean[] = [];
  private readonly waiting = new Map<number, Map<number, AccountEntry>>();
  private waitingCount = 0;

  get count(): number {
    return this.seqs.length;
  }

  /** Takes the next entry of any account. The object may be reused afterwards. */
  add(entry: AccountEntry): LedgerMisfit | undefined {
    const place = this.placeOf(entry.accountId);
    const expected = this.seqs[place]! + 1;
    if (entry.seq > expected) return this.wait(place, entry, expected);
    if (entry.seq < expected) return repeated(entry);
    let found = this.apply(place, entry);
    const own = this.waiting.get(place);
    if (!own) return found;
    for (let next = own.get(entry.seq + 1); next; next = own.get(next.seq + 1)) {
      own.delete(next.seq);
      this.waitingCount -= 1;
      found = found ?? this.apply(place, next);
    }
    if (own.size === 0) this.waiting.delete(place);
    return found;
  }

  /** The first number that is missing before an entry, once no entry is left. */
  missing(): LedgerMisfit | undefined {
    for (const [place, entries] of this.waiting) {
      const [first] = [...entries.values()].sort((one, other) => one.seq - other.seq);
      return missingBefore(first!, this.seqs[place]! + 1);
    }
    return undefined;
  }

  /** The misfit of an account's present totals, each account once, in any order. */
  totalsMisfit({ id, seq, debits, credits }: AccountTotals): LedgerMisfit | undefined {
    const place = this.places.get(id);
    if (place !== undefined) this.hasTotals[place] = true;
    const [lastSeq, lastDebits, lastCredits] =
      place === undefined ? [0, 0, 0] : [this.seqs[place]!, this.debits[place]!, this.credits[place]!];
    if (seq === lastSeq && debits === lastDebits && credits === lastCredits) return undefined;
    return misfit(
      'account-totals-wrong',
      `The account ${id} has debits of ${debits} and credits of ${credits} kobo after ${seq} entries, but its entries ` +
        `end with ${lastDebits} and ${lastCredits} after ${lastSeq}: the account was changed, or entries at its end ` +
        'were deleted or inserted.',
      { accountId: id },
    );
  }

  /** The first account with entries whose present totals were not seen, once all accounts were. */
  totalsMissing(): LedgerMisfit | undefined {
    for (const [id, place] of this.places)
      if (!this.hasTotals[place])
        return misfit(
          'account-totals-wrong',
          `The account ${id} is not there, but ${this.seqs[place]} entries of it are: the account was deleted.`,
          { accountId: id },
        );
    return undefined;
  }

  private placeOf(accountId: number): number {
    const known = this.places.get(accountId);
    if (known !== undefined) return known;
    const place = this.seqs.length;
    this.places.set(accountId, place);
    this.seqs.push(0);
    this.debits.push(0);
    this.credits.push(0);
    this.signs.push(0);
    this.hasTotals.push(false);
    return place;
  }

  private wait(place: number, entry: AccountEntry, expected: number): LedgerMisfit | undefined {
    const own = this.waiting.get(place) ?? new Map<number, AccountEntry>();
    if (own.has(entry.seq)) return repeated(entry);
    if (this.waitingCount >= WAITING_MAX) return missingBefore(entry, expected);
    const { day, postingId, leg, accountId, seq, isDebit, amount, balanceAfter, debitsAfter, creditsAfter } = entry;
    const copy = { day, postingId, leg, accountId, seq, isDebit, amount, balanceAfter, debitsAfter, creditsAfter };
    this.waiting.set(place, own.set(seq, copy));
    this.waitingCount += 1;
    return undefined;
  }

  private apply(place: number, entry: AccountEntry): LedgerMisfit | undefined {
    const { isDebit, amount, balanceAfter, debitsAfter, creditsAfter } = entry;
    const debits = isDebit ? addExact(this.debits[place]!, amount) : this.debits[place]!;
    const credits = isDebit ? this.credits[place]! : addExact(this.credits[place]!, amount);
    const sign = signOf(balanceAfter, subtractExact(debitsAfter, creditsAfter));
    const known = this.signs[place]!;
    const fits =
      debits === debitsAfter &&
      credits === creditsAfter &&
      amount >= 0 &&
      sign !== undefined &&
      (sign === 0 || known === 0 || sign === known);
    this.seqs[place] = entry.seq;
    // What the row says, so that the rows after it are judged by themselves.
    this.debits[place] = debitsAfter;
    this.credits[place] = creditsAfter;
    if (known === 0 && sign !== undefined) this.signs[place] = sign;
    if (fits) return undefined;
    return misfit(
      'balance-wrong',
      `${named(entry)} does not follow from the entry before it: with its amount of ${amount} kobo the debits are ` +
        `${debits} and the credits ${credits}; the row says ${debitsAfter}, ${creditsAfter} and a balance of ` +
        `${balanceAfter}.`,
      placeOf(entry),
    );
  }
}

/** @returns undefined for a balance that is not the difference of the totals */
function signOf(balance: Exact, net: Exact): number | undefined {
  if (net === 0) return balance === 0 ? 0 : undefined;
  if (balance === net) return 1;
  return balance === subtractExact(0, net) ? -1 : undefined;
}

const named = ({ seq, accountId, postingId }: AccountEntry): string =>
  `The entry ${seq} of the account ${accountId}, of the posting ${postingId},`;

const placeOf = ({ day, postingId, leg, accountId }: AccountEntry): Partial<LedgerMisfit> => ({
  day: dateOfDay(day),
  postingId,
  leg,
  accountId,
});

const repeated = (entry: AccountEntry): LedgerMisfit =>
  misfit('number-repeated', `${named(entry)} has a number that another entry of the account has.`, placeOf(entry));

const missingBefore = (entry: AccountEntry, expected: number): LedgerMisfit =>
  misfit(
    'number-missing',
    `${named(entry)} follows a gap: the entry ${expected} of the account is not there.`,
    placeOf(entry),
  );
