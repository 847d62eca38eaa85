import type { PostingLeg } from '../../ledger/engine/posting-request';
import { type ComponentAmounts, NO_AMOUNTS, sumOfAmounts, unpaidOf } from '../contract/instalment-amounts';
import type { Loan } from '../contract/loan.entity';
import { loanLegs, transferLegs } from '../contract/loan-change';
import type { LoanContract } from '../contract/loan-contract.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import type { LockedLoan } from '../contract/loans';

/** The ledgers between which income moves when it goes into suspense or comes out of it. */
export type SuspenseLedgers = Pick<
  LoanContract,
  | 'interestInSuspenseGlAccountId'
  | 'interestIncomeGlAccountId'
  | 'defaultIncomeGlAccountId'
  | 'penaltyIncomeGlAccountId'
  | 'fee'
>;

/** Components whose amounts are income, and the columns of their suspense. */
const INCOME = [
  ['interest', 'suspendedInterestKobo'],
  ['fee', 'suspendedFeeKobo'],
  ['default', 'suspendedDefaultKobo'],
  ['penalty', 'suspendedPenaltyKobo'],
] as const;

/** All income of a loan that is in suspense. Kobo. */
export function suspendedKobo(
  loan: Pick<
    Loan,
    | 'suspendedInterestKobo'
    | 'suspendedPrincipalKobo'
    | 'suspendedFeeKobo'
    | 'suspendedDefaultKobo'
    | 'suspendedPenaltyKobo'
  >,
): bigint {
  return INCOME.reduce((sum, [, column]) => sum + loan[column], loan.suspendedPrincipalKobo);
}

/**
 * Income that was recognised and not collected, by component: without the VAT within fees, which a payment of the fee
 * pays first, and without principal.
 */
export function uncollectedIncome({ loan, instalments }: Pick<LockedLoan, 'loan' | 'instalments'>): ComponentAmounts {
  const unpaid = sumOfAmounts(instalments.map(unpaidOf));
  const { accruedThrough, interestOwedKobo } = loan;
  const recognised = instalments.filter(({ dueDate }) => accruedThrough !== null && dueDate <= accruedThrough);
  return {
    ...NO_AMOUNTS,
    interest: interestOwedKobo > 0n ? interestOwedKobo : 0n,
    fee: recognised.reduce((sum, row) => sum + unpaidFeeIncomeKobo(row), 0n),
    default: unpaid.default,
    penalty: unpaid.penalty,
  };
}

/** The unpaid part of a fee that is income: a payment pays its VAT first. */
export function unpaidFeeIncomeKobo({
  feeDueKobo,
  feePaidKobo,
  feeVatKobo,
}: Pick<LoanInstalment, 'feeDueKobo' | 'feePaidKobo' | 'feeVatKobo'>): bigint {
  return least(feeDueKobo - feePaidKobo, feeDueKobo - feeVatKobo);
}

/**
 * Moves the uncollected income of a loan that becomes non-performing to suspense; from then on new income goes there
 * too (docs/domain/loans.md#suspense). Changes the loan in place.
 * @returns the amounts moved by component, and the legs
 */
export function suspendIncome(locked: LockedLoan, since: string): { moved: ComponentAmounts; legs: PostingLeg[] } {
  const { loan, contract } = locked;
  const uncollected = uncollectedIncome(locked);
  const moved: ComponentAmounts = { ...NO_AMOUNTS };
  const legs: PostingLeg[] = [];
  for (const [component, column] of INCOME) {
    const restKobo = uncollected[component] - loan[column];
    if (restKobo <= 0n) continue;
    moved[component] = restKobo;
    loan[column] += restKobo;
    legs.push(...suspenseLegs(contract, component, -restKobo));
  }
  loan.suspendedSince = since;
  loan.curingSince = null;
  return { moved, legs };
}

/**
 * Makes income of what a payment collected of the amounts in suspense. They are the oldest of their component, which a
 * payment pays first. Capitalised interest is collected last: once less principal is left than it.
 * @param before `uncollectedIncome` before the payment
 */
export function releaseCollected(locked: LockedLoan, before: Readonly<ComponentAmounts>): PostingLeg[] {
  const { loan, contract } = locked;
  const after = uncollectedIncome(locked);
  const legs: PostingLeg[] = [];
  for (const [component, column] of INCOME) {
    const releasedKobo = least(loan[column], before[component] - after[component]);
    if (releasedKobo <= 0n) continue;
    loan[column] -= releasedKobo;
    legs.push(...suspenseLegs(contract, component, releasedKobo));
  }
  const capitalisedKobo = loan.suspendedPrincipalKobo - loan.outstandingPrincipalKobo;
  if (capitalisedKobo > 0n) {
    const releasedKobo = least(capitalisedKobo, loan.suspendedPrincipalKobo);
    loan.suspendedPrincipalKobo -= releasedKobo;
    legs.push(...suspenseLegs(contract, 'interest', releasedKobo));
  }
  return legs;
}

/**
 * Takes waived income back: out of suspense first, whose amounts are the oldest of their component, then from income.
 * @param waived without the VAT within fees; principal is ignored
 */
export function waiveIncome(loan: Loan, ledgers: SuspenseLedgers, waived: Readonly<ComponentAmounts>): PostingLeg[] {
  return INCOME.flatMap(([component, column]) => {
    const suspendedKobo = least(loan[column], waived[component]);
    loan[column] -= suspendedKobo;
    const incomeKobo = waived[component] - suspendedKobo;
    return [
      ...loanLegs(ledgers.interestInSuspenseGlAccountId, 'debit', suspendedKobo, roleOf(component)),
      ...(incomeKobo === 0n ? [] : loanLegs(incomeLedger(ledgers, component), 'debit', incomeKobo, roleOf(component))),
    ];
  });
}

/**
 * Moves income that a refund makes uncollected again to suspense, while the loan is in suspense.
 * @param before `uncollectedIncome` before the refund
 */
export function suspendUncollected(locked: LockedLoan, before: Readonly<ComponentAmounts>): PostingLeg[] {
  const { loan, contract } = locked;
  if (loan.suspendedSince === null) return [];
  const after = uncollectedIncome(locked);
  return INCOME.flatMap(([component, column]) => {
    const addedKobo = after[component] - before[component];
    loan[column] += addedKobo;
    return suspenseLegs(contract, component, -addedKobo);
  });
}

/** Makes income of everything in suspense of a loan that was paid in full. */
export function releaseAll({ loan, contract }: LockedLoan): PostingLeg[] {
  const legs = INCOME.flatMap(([component, column]) => suspenseLegs(contract, component, loan[column]));
  legs.push(...suspenseLegs(contract, 'interest', loan.suspendedPrincipalKobo));
  clearSuspense(loan);
  return legs;
}

/** Sets the suspense of a loan to nothing, once its ledger is cleared. */
export function clearSuspense(loan: Loan): void {
  for (const [, column] of INCOME) loan[column] = 0n;
  loan.suspendedPrincipalKobo = 0n;
}

type IncomeComponent = (typeof INCOME)[number][0];

/** Moves an amount from suspense to the income of its component; a negative amount the other way. */
function suspenseLegs(ledgers: SuspenseLedgers, component: IncomeComponent, amountKobo: bigint): PostingLeg[] {
  if (amountKobo === 0n) return [];
  const income = incomeLedger(ledgers, component);
  return transferLegs(ledgers.interestInSuspenseGlAccountId, income, amountKobo, roleOf(component));
}

function roleOf(component: IncomeComponent): 'interest' | 'fee' {
  return component === 'interest' || component === 'default' ? 'interest' : 'fee';
}

function incomeLedger(ledgers: SuspenseLedgers, component: IncomeComponent): number {
  const { interestIncomeGlAccountId, defaultIncomeGlAccountId, penaltyIncomeGlAccountId, fee } = ledgers;
  if (component === 'fee' && !fee) throw new Error('A loan has fees in suspense but no fee in its contract.');
  return {
    interest: interestIncomeGlAccountId,
    fee: fee?.incomeGlAccountId ?? 0,
    default: defaultIncomeGlAccountId,
    penalty: penaltyIncomeGlAccountId,
  }[component];
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
