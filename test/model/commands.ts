import { RULES } from './bank-model';

/**
 * The commands of a run. Accounts are named by their index in the run, everything else by a reference of the run.
 * Amounts are whole Naira.
 */
export type Command =
  | { kind: 'transfer'; ref: string; from: Place; to: Place; amount: number }
  /** The transfer `of` again, with the reference of its AML hold; changed or unchanged. */
  | { kind: 'retry'; ref: string; of: string; from: Place; to: Place; amount: number }
  /** The transfer `of` back. */
  | { kind: 'reverse'; ref: string; of: string }
  | { kind: 'place-lien'; ref: string; lien: string; account: number; amount: number }
  | { kind: 'change-lien'; ref: string; lien: string; amount: number }
  | { kind: 'release-lien'; ref: string; lien: string }
  | { kind: 'change-status'; ref: string; account: number; action: StatusAction }
  | { kind: 'close'; ref: string; account: number }
  /** `of` is the transfer that AML holds. */
  | { kind: 'decide-hold'; ref: string; of: string; verdict: Verdict }
  /** `of` is the transfer or the request for a change of status that waits. */
  | { kind: 'decide'; ref: string; of: string; verdict: Verdict; by: 'checker' | 'maker' };

export type Place = number | 'vault';
export type StatusAction = 'activate' | 'deactivate' | 'freeze' | 'unfreeze';
export type Verdict = 'approve' | 'decline';
type Kind = Command['kind'];

/** Random figures that a run makes a command from, in view of what there is by then. */
export interface Draw {
  kind: Kind | 'empty' | 'spend' | 'repeat' | 'alter';
  a: number;
  b: number;
  amount: number;
}

/** The choices of a draw. */
export interface Choices {
  /** Available balance of each account. */
  available: number[];
  liens: string[];
  /** Waiting ones come first. */
  holds: Hold[];
  /** Transfers with a reference for the retry, released ones first. */
  ofClients: Hold[];
  released: Hold[];
  /** Transfers, posted ones first. */
  transfers: string[];
  /** Waiting ones come first. */
  approvals: string[];
  sent: Command[];
}

interface Hold {
  of: string;
  from: Place;
  to: Place;
  amount: number;
}

const ACTIONS: StatusAction[] = ['activate', 'deactivate', 'freeze', 'unfreeze', 'activate', 'unfreeze'];
const of = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
/** Chooses the first ones more often. */
const early = <T>(list: readonly T[], n: number): T | undefined =>
  n % 3 === 0 ? of(list, n) : of(list.slice(0, 2), n);

/**
 * Staff freeze no account that AML freezes: a rule that finds an account frozen by others adds its freeze behind, at a
 * moment that the answers do not tell.
 */
const actionOn = (account: number, action: StatusAction): StatusAction =>
  action === 'freeze' && account === RULES.frozenFrom.account ? 'unfreeze' : action;

/** The command of a draw; undefined when no resource for it exists yet. */
export function commandOf({ kind, a, b, amount }: Draw, choices: Choices, ref: string): Command | undefined {
  const { available, liens, holds, ofClients, released, transfers, approvals, sent } = choices;
  const accounts = available.length;
  const account = a % accounts;
  const verdict: Verdict = b % 4 === 0 ? 'decline' : 'approve';
  switch (kind) {
    case 'transfer': {
      const places: Place[] = [...Array(accounts).keys(), 'vault'];
      const from = places[a % places.length]!;
      return { kind, ref, from, to: places.filter((place) => place !== from)[b % accounts]!, amount };
    }
    case 'empty':
      return available[account]! > 0
        ? { kind: 'transfer', ref, from: account, to: 'vault', amount: available[account]! }
        : { kind: 'close', ref, account };
    // Amounts of accounts with a daily limit are parts of that limit.
    case 'spend':
      return { kind: 'transfer', ref, from: accounts - 1 - (a % 2), to: 'vault', amount: 150 + (amount % 150) };
    case 'retry': {
      const hold = b % 5 > 0 && released.length > 0 ? of(released, a) : of(ofClients, a);
      return hold && { kind, ref, ...hold, amount: b % 6 === 0 ? hold.amount + 1 : hold.amount };
    }
    case 'reverse': {
      const transfer = of(transfers, a);
      return transfer === undefined ? undefined : { kind, ref, of: transfer };
    }
    case 'place-lien':
      return { kind, ref, lien: b % 8 === 0 ? (of(liens, a) ?? ref) : ref, account, amount };
    case 'change-lien':
    case 'release-lien': {
      const lien = of(liens, a);
      return lien === undefined
        ? undefined
        : kind === 'release-lien'
          ? { kind, ref, lien }
          : { kind, ref, lien, amount };
    }
    case 'change-status':
      return { kind, ref, account, action: actionOn(account, of(ACTIONS, b)!) };
    case 'close':
      return { kind, ref, account };
    case 'decide-hold': {
      const hold = early(holds, a);
      return hold && { kind, ref, of: hold.of, verdict };
    }
    case 'decide': {
      const approval = early(approvals, a);
      return approval === undefined
        ? undefined
        : { kind, ref, of: approval, verdict, by: b % 7 === 1 ? 'maker' : 'checker' };
    }
    case 'repeat':
      return of(sent, a);
    case 'alter': {
      const earlier = of(
        sent.filter((command) => command.kind === 'transfer'),
        a,
      );
      return earlier && { ...earlier, amount: earlier.amount + 1 };
    }
  }
}
