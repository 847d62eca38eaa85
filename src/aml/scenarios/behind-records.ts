import type { ScenarioMovement } from './scenario-movement';

/** Version of the records; a record of another version is built anew. */
export const BEHIND_VERSION = 1;

/** Most entries of each list of a record: memory and work of a movement are bounded by them. */
export const BEHIND_CAPS = { recents: 64, parties: 64, cashIns: 32, cashOuts: 16, failures: 16, days: 32, labels: 16 };

/** A movement as the record keeps it: local milliseconds, kobo, side, and hash of the narration (0 for none). */
export interface RecentMovement {
  at: number;
  kobo: number;
  isInflow: boolean;
  narration: number;
  /** The part of an inflow that another person sent and that has repaid no loan yet. */
  othersKobo?: number;
}

/** A cash-in with the hashes of agent, state and depositor; 0 where not known. */
export interface CashIn {
  at: number;
  kobo: number;
  agent: number;
  state: number;
}

/** A withdrawal with the hash of its terminal. */
export interface CashOut {
  at: number;
  terminal: number;
}

/** Totals of one day in institution time; `day` counts days since 1970. */
export interface DayTotals {
  day: number;
  inflowKobo: number;
  outflowKobo: number;
  movements: number;
  nearThreshold: number;
  nights: number;
  saleKobo: number;
  refundKobo: number;
  /** Balance after the day's latest movement; null when not known. */
  closeKobo: number | null;
}

/** Mean and sum of squared differences (Welford) of the days before today. */
export interface DayStatistics {
  days: number;
  meanCount: number;
  squaresCount: number;
  meanKobo: number;
  squaresKobo: number;
  maximumKobo: number;
}

/** Money of a source that reached this account: over how many hops, how much, and through which account. */
export interface ChainLabel {
  sourceId: number;
  hops: number;
  kobo: number;
  /** What left the source. */
  originKobo: number;
  /** The account from which the money came to this one; the source itself after one hop. */
  viaId: number;
  expiresAt: number;
}

/** Everything that is remembered behind the movements of one account. It is plain data of bounded size. */
export interface BehindAccount {
  version: number;
  /** Local milliseconds of the latest movement. */
  at: number;
  recents: RecentMovement[];
  /** Hash of each counterparty and its latest local milliseconds, latest last. */
  senders: [number, number][];
  payees: [number, number][];
  cashIns: CashIn[];
  cashOuts: CashOut[];
  failures: number[];
  days: DayTotals[];
  statistics: DayStatistics;
  labels: ChainLabel[];
}

/** What is remembered of one depositor of cash: latest cash-ins over all accounts. */
export interface BehindDepositor {
  cashIns: { at: number; kobo: number }[];
}

/** Customers who used one device, 16 at most. */
export interface BehindDevice {
  customers: number[];
}

/** Repayments of one loan. */
export interface BehindLoan {
  paidKobo: number;
  paidByOthersKobo: number;
}

export interface BehindRecords {
  account: BehindAccount;
  depositor: BehindDepositor;
  device: BehindDevice;
  loan: BehindLoan;
}

export type BehindKind = keyof BehindRecords;

/**
 * Where the records are while movements are folded: a map in memory, filled from a table before a batch and written
 * after it. `get` gives the record itself, which the fold changes in place.
 */
export interface BehindStore {
  get<Kind extends BehindKind>(kind: Kind, id: string): BehindRecords[Kind] | undefined;
  set<Kind extends BehindKind>(kind: Kind, id: string, record: BehindRecords[Kind]): void;
}

export function emptyBehindAccount(): BehindAccount {
  return {
    version: BEHIND_VERSION,
    at: 0,
    recents: [],
    senders: [],
    payees: [],
    cashIns: [],
    cashOuts: [],
    failures: [],
    days: [],
    statistics: { days: 0, meanCount: 0, squaresCount: 0, meanKobo: 0, squaresKobo: 0, maximumKobo: 0 },
    labels: [],
  };
}

/** The records that a movement reads and changes, so that a batch can load them with one statement. */
export function behindKeys(movement: ScenarioMovement): { kind: BehindKind; id: string }[] {
  const { account, counterparty, depositor, device, loan } = movement;
  return [
    { kind: 'account' as const, id: String(account.id) },
    ...(counterparty?.accountId === undefined
      ? []
      : [{ kind: 'account' as const, id: String(counterparty.accountId) }]),
    ...(depositor === undefined ? [] : [{ kind: 'depositor' as const, id: depositor }]),
    ...(device === undefined ? [] : [{ kind: 'device' as const, id: device }]),
    ...(loan === undefined ? [] : [{ kind: 'loan' as const, id: String(loan.id) }]),
  ];
}

/** Adds to a list that is in order of time and keeps at most so many, the latest. */
export function keepLatest<Item>(list: Item[], item: Item, most: number): void {
  list.push(item);
  if (list.length > most) list.shift();
}
