import type { KnownThen } from '../scenarios/movement-fold';
import type { AccountFacts, CustomerFacts, ScenarioMovement } from '../scenarios/scenario-movement';
import { isWindowState, type WindowState } from '../scenarios/window-state';
import type { StoredMovementFacts } from './stored-movement-facts.entity';

/** A movement as JSON: amounts as decimal text, without what the columns of its row hold. */
export type PackedMovement = Record<string, unknown>;

const KOBO_OF_ACCOUNT = ['balanceBeforeKobo'] as const;
const KOBO_OF_CUSTOMER = ['declaredMonthlyIncomeKobo', 'statedMonthlyTurnoverKobo'] as const;
const KOBO_OF_LOAN = ['principalKobo', 'repaidKobo'] as const;
const NARRATION_MAX = 100;

/** Replaces amounts by decimal text, which JSON keeps exactly. */
function withText<Facts extends object>(facts: Facts, fields: readonly (keyof Facts)[]): Record<string, unknown> {
  const packed = { ...facts } as Record<string, unknown>;
  for (const field of fields) if (facts[field] !== undefined) packed[field as string] = String(facts[field]);
  return packed;
}

function withKobo<Facts extends object>(packed: Record<string, unknown>, fields: readonly (keyof Facts)[]): Facts {
  const facts: Record<string, unknown> = { ...packed };
  for (const field of fields)
    if (typeof packed[field as string] === 'string') facts[field as string] = BigInt(packed[field as string] as string);
  return facts as Facts;
}

/** The facts of a movement as they are stored; `unpackMovement` gives back an equal movement. */
export function packMovement(movement: ScenarioMovement): PackedMovement {
  const { postingId: _postingId, at: _at, outcome: _outcome, account, customer, loan, ...facts } = movement;
  const { id: _accountId, ...ofAccount } = account;
  // The spreads come last: V8 gives an object a new hidden class for each property that follows a spread.
  return {
    account: withText(ofAccount, KOBO_OF_ACCOUNT),
    ...(customer ? { customer: withText(customer, KOBO_OF_CUSTOMER) } : {}),
    ...(loan ? { loan: withText(loan, KOBO_OF_LOAN) } : {}),
    ...withText(facts, ['amountKobo']),
  };
}

/** The movement of a stored row. */
export function unpackMovement({
  postingId,
  accountId,
  at,
  outcome,
  facts,
}: Pick<StoredMovementFacts, 'postingId' | 'accountId' | 'at' | 'outcome' | 'facts'>): ScenarioMovement {
  const { account, customer, loan, ...rest } = facts as Record<string, Record<string, unknown>>;
  return {
    postingId,
    at: at.getTime(),
    outcome,
    account: { id: accountId, ...withKobo<Omit<AccountFacts, 'id'>>(account ?? {}, KOBO_OF_ACCOUNT) },
    ...(customer ? { customer: withKobo<CustomerFacts>(customer, KOBO_OF_CUSTOMER) } : {}),
    ...(loan ? { loan: withKobo<NonNullable<ScenarioMovement['loan']>>(loan, KOBO_OF_LOAN) } : {}),
    ...withKobo<Omit<ScenarioMovement, 'account' | 'postingId' | 'at' | 'outcome'>>(rest, ['amountKobo']),
  };
}

/** A stored movement with what its decision knew beyond its facts. */
export interface KeptMovement {
  seq: number;
  movement: ScenarioMovement;
  known: KnownThen;
}

/** A row of the table of stored facts. */
export interface FactsRow {
  seq: string;
  account_id: string;
  posting_id: string;
  at: Date;
  outcome: 'posted' | 'held';
  facts: Record<string, unknown> & {
    isFirstPayee?: boolean;
    windowsBefore?: string;
    customerWindowsBefore?: string;
  };
}

/** The JSON of a movement and of what its decision knew beyond it. */
export function packStored(movement: ScenarioMovement, { isFirstPayee, before, customerBefore }: KnownThen): string {
  const text = (windows: WindowState | undefined): string | undefined =>
    windows && Buffer.from(windows).toString('base64');
  return JSON.stringify({
    isFirstPayee,
    windowsBefore: text(before),
    customerWindowsBefore: text(customerBefore),
    ...packMovement(movement),
  });
}

/** Windows of another layout cannot be read; the movement is then judged as if it were alone in its request. */
function windowsFrom(text: string | undefined): WindowState | undefined {
  const windows = text === undefined ? undefined : Buffer.from(text, 'base64');
  return windows && isWindowState(windows) ? windows : undefined;
}

/** The movement that `packStored` wrote. */
export function unpackStored({ seq, account_id, posting_id, at, outcome, facts }: FactsRow): KeptMovement {
  const { isFirstPayee, windowsBefore, customerWindowsBefore, ...packed } = facts;
  return {
    seq: Number(seq),
    movement: unpackMovement({
      accountId: Number(account_id),
      postingId: Number(posting_id),
      at,
      outcome,
      facts: packed,
    }),
    known: {
      isFirstPayee,
      before: windowsFrom(windowsBefore),
      customerBefore: windowsFrom(customerWindowsBefore),
    },
  };
}

/** The narration as scenarios keep it. */
export function keptNarration(narration: string): string {
  return narration.slice(0, NARRATION_MAX).toWellFormed();
}
