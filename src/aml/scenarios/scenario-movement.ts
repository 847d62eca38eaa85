/** Side of the account from which a movement is looked at: money that came in, or money that left. */
export type MovementDirection = 'inflow' | 'outflow';

/**
 * The way a movement came, as scenarios see it. It is derived from the operation and, for cash, from the desk that took
 * it; `docs/domain/scenarios.md#endpoints` lists the channel of each operation.
 */
export const MOVEMENT_CHANNELS = [
  'transfer',
  'interbank',
  'bulk',
  'cash',
  'agent',
  'pos',
  'atm',
  'card',
  'bill',
  'loan',
  'deposit',
  'ledger',
] as const;
export type MovementChannel = (typeof MOVEMENT_CHANNELS)[number];

/** What a movement was for, where the operation says so. */
export const MOVEMENT_PURPOSES = ['payment', 'cash-in', 'cash-out', 'sale', 'refund', 'loan-repayment'] as const;
export type MovementPurpose = (typeof MOVEMENT_PURPOSES)[number];

/**
 * What became of a movement. Only a posted one changes windows; a held one is judged and changes nothing; a declined
 * attempt (a refused transfer, a failed name enquiry) counts only in `behind.failedAttempts10m`.
 */
export type MovementOutcome = 'posted' | 'held' | 'declined';

/** The account on whose side the movement is looked at, as it was when the movement was decided. */
export interface AccountFacts {
  id: number;
  /** KYC tier, 1 to 3. */
  tier?: number;
  product?: string;
  /** Whole days since the account was opened. */
  ageDays?: number;
  status?: string;
  /** Ledger balance before the movement; negative when overdrawn. */
  balanceBeforeKobo?: bigint;
}

/** The owner of the account, as known when the movement was decided. */
export interface CustomerFacts {
  id: number;
  /** `Individual`, `Corporate` or `Group`. */
  type?: string;
  /** Whole years since birth. */
  ageYears?: number;
  occupation?: string;
  declaredMonthlyIncomeKobo?: bigint;
  /** The monthly turnover that a company declared. */
  statedMonthlyTurnoverKobo?: bigint;
  state?: string;
  /** ISO 3166-1, two letters: residence of a person, incorporation of a company. */
  country?: string;
  isPep?: boolean;
  /** `low`, `medium` or `high`. */
  riskRating?: string;
  /** Whole days since the customer was opened. */
  ageDays?: number;
  /** How many customers have the telephone number or e-mail address that most share, this one included, 20 at most. */
  sharedIdentityCount?: number;
  /** True when the customer or an owner has an open or confirmed hit on a list. */
  isListed?: boolean;
}

/** The other side of the movement. */
export interface CounterpartyFacts {
  /** Stable key, such as `058:0123456789` (bank code and account number) or `account:17` inside the institution. */
  key?: string;
  /** Id of the counterparty's account when it is in this institution: chains and cycles follow it. */
  accountId?: number;
  bank?: string;
  name?: string;
  isPep?: boolean;
  isGovernment?: boolean;
  /** True when the account of the other side belongs to the owner of this one; by name at another institution. */
  isSameOwner?: true;
  /** True when the counterparty has an open or confirmed hit on a list. */
  isListed?: boolean;
}

/** The loan that a movement repays. */
export interface RepaidLoanFacts {
  id: number;
  /** Principal that was paid out, capitalised interest included. */
  principalKobo: bigint;
  /** Principal that is repaid, this repayment included. */
  repaidKobo: bigint;
  /** Part of the tenor that had passed, in percent. */
  elapsedPercent: number;
  /** True when the account that pays is not the borrower's. */
  paidByOther: boolean;
}

/**
 * One movement as seen from one account: everything that scenarios may read and that windows count. A transfer between
 * two accounts of the institution is two of them. Optional fields are absent when the operation does not carry them
 * (docs/domain/scenarios.md#endpoints). Amounts are kobo, times are milliseconds since 1970 in UTC.
 */
export interface ScenarioMovement {
  postingId: number;
  at: number;
  /** Minutes that the institution's time is ahead of UTC: 60 for Lagos. */
  utcOffsetMinutes: number;
  direction: MovementDirection;
  amountKobo: bigint;
  channel: MovementChannel;
  /** Name of the posting operation, such as `local-transfer`. */
  endpoint: string;
  outcome: MovementOutcome;
  /** Set where AML released it: it was judged when it was held, so it is counted now and not judged again. */
  isReleased?: true;
  purpose?: MovementPurpose;
  narration?: string;
  /** Code of the agent, or of the till for cash at a branch. */
  agent?: string;
  /** State of the agent or branch. */
  agentState?: string;
  /** Keyed digest of the telephone number of the person who brought the cash. */
  depositor?: string;
  terminal?: string;
  /** Keyed digest of the device that asked for the movement. */
  device?: string;
  /** ISO 3166 code of the other country of a cross-border movement. */
  foreignCountry?: string;
  /** True when that country is on the institution's list of high-risk countries. */
  isListedCountry?: boolean;
  /** Value of a foreign-exchange movement in US cents. */
  fxUsdCents?: number;
  account: AccountFacts;
  customer?: CustomerFacts;
  counterparty?: CounterpartyFacts;
  loan?: RepaidLoanFacts;
}

/** An amount or count for arithmetic: a safe integer where it fits, else a bigint, so that no kobo is ever rounded. */
export type Integer = number | bigint;

/** Makes a bigint an `Integer`. */
export function integerOf(value: bigint): Integer {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Local time of a movement in milliseconds: days, hours and nights are the institution's. */
export function localTimeOf({ at, utcOffsetMinutes }: Pick<ScenarioMovement, 'at' | 'utcOffsetMinutes'>): number {
  return at + utcOffsetMinutes * 60_000;
}

/** Hour of the day in institution time, 0 to 23. */
export function localHourOf(movement: Pick<ScenarioMovement, 'at' | 'utcOffsetMinutes'>): number {
  return Math.floor(localTimeOf(movement) / 3_600_000) % 24;
}

/** Night is from 23:00 to 05:00 in institution time. */
export function isNight(movement: Pick<ScenarioMovement, 'at' | 'utcOffsetMinutes'>): boolean {
  const hour = localHourOf(movement);
  return hour >= 23 || hour < 5;
}
