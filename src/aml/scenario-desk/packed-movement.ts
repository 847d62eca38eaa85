import type { AccountFacts, CustomerFacts, ScenarioMovement } from '../scenarios/scenario-movement';
import type { StoredMovementFacts } from './stored-movement-facts.entity';

/** A movement as JSON: amounts as decimal text, without what the columns of its row hold. */
export type PackedMovement = Record<string, unknown>;

const KOBO_OF_ACCOUNT = ['balanceBeforeKobo'] as const;
const KOBO_OF_CUSTOMER = ['declaredMonthlyIncomeKobo', 'statedMonthlyTurnoverKobo'] as const;
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
  return {
    ...withText(facts, ['amountKobo']),
    account: withText(ofAccount, KOBO_OF_ACCOUNT),
    ...(customer ? { customer: withText(customer, KOBO_OF_CUSTOMER) } : {}),
    ...(loan ? { loan: withText(loan, ['principalKobo']) } : {}),
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
    ...withKobo<Omit<ScenarioMovement, 'account'>>(rest, ['amountKobo']),
    postingId,
    at: at.getTime(),
    outcome,
    account: { id: accountId, ...withKobo<Omit<AccountFacts, 'id'>>(account ?? {}, KOBO_OF_ACCOUNT) },
    ...(customer ? { customer: withKobo<CustomerFacts>(customer, KOBO_OF_CUSTOMER) } : {}),
    ...(loan ? { loan: withKobo<NonNullable<ScenarioMovement['loan']>>(loan, ['principalKobo']) } : {}),
  };
}

/** The narration as scenarios keep it. */
export function keptNarration(narration: string): string {
  return narration.slice(0, NARRATION_MAX).toWellFormed();
}
