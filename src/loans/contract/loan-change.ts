import type { LegRole } from '../../ledger/engine/posting-entry.entity';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import { LOAN_COMPONENTS, type LoanComponent } from '../../products/terms/loan-enumerations';
import { type ComponentAmounts, NO_AMOUNTS } from './instalment-amounts';
import type { Loan } from './loan.entity';
import type { LoanContract } from './loan-contract.entity';
import type { LoanInstalment } from './loan-instalment.entity';
import { type LoanState, loanStateOf } from './loan-state';
import type { LoanStatus } from './loan-status';
import type { LoanTransactionKind } from './loan-transaction.entity';
import type { LockedLoan } from './loans';

/**
 * A change of one loan, prepared in memory. The locked loan and its rows are already changed; `legs` are the postings
 * that belong to it. `LoanBookkeeping` posts and stores both or nothing.
 */
export class LoanChange {
  readonly legs: PostingLeg[] = [];
  /** Rows whose amounts changed. */
  readonly changed = new Set<LoanInstalment>();
  /** Rows that a new schedule replaces; the locked loan no longer has them. */
  readonly removed: LoanInstalment[] = [];
  /** Rows of a new schedule; the locked loan already has them. They get their ids when they are stored. */
  readonly added: LoanInstalment[] = [];
  /** Entry of the transaction history; null for a change without one, such as an accrual. */
  transaction: {
    kind: LoanTransactionKind;
    amountKobo: bigint;
    components: ComponentAmounts;
    details: Record<string, unknown> | null;
  } | null = null;
  /** The new status; null when the status does not change. */
  status: LoanStatus | null = null;
  /** The loan before the change, for its event. */
  before: LoanState;
  /** Inputs of the event, from which the act can be repeated; by default the details of the transaction. */
  inputs: Record<string, unknown> | null = null;
  /** The act that this change reverses. */
  reversesId: number | null = null;
  /** True for a change of the past, after which the loan may have a status that no other act allows. */
  corrects = false;

  /** The terms under which the change is decided; a restructure gives the loan others. */
  readonly contract: LoanContract;

  /** @param locked as it is before the change */
  constructor(readonly locked: LockedLoan) {
    this.contract = locked.contract;
    this.before = loanStateOf(locked);
  }

  add(legs: readonly PostingLeg[]): void {
    this.legs.push(...legs);
  }

  recordTransaction(
    kind: LoanTransactionKind,
    amountKobo: bigint,
    components: ComponentAmounts = NO_AMOUNTS,
    details: Record<string, unknown> | null = null,
  ): void {
    this.transaction = { kind, amountKobo, components, details };
  }
}

const ROLES: Record<LoanComponent, LegRole> = {
  principal: 'principal',
  interest: 'interest',
  default: 'interest',
  fee: 'fee',
  penalty: 'fee',
};

/** The accounts of a loan's components. */
export type LoanWithAccounts = Pick<
  Loan,
  'id' | 'loanAccountNumber' | 'interestAccountId' | 'feeAccountId' | 'defaultAccountId' | 'penaltyAccountId'
>;

/** A loan as far as the interest that it owes goes: the amount, and the accounts on which it is booked. */
export type LoanWithInterest = LoanWithAccounts & Pick<Loan, 'aheadAccountId' | 'interestOwedKobo'>;

/** The account of record of a component of a disbursed loan. */
export function componentAccount(loan: LoanWithAccounts, component: LoanComponent): number {
  const { id, interestAccountId, feeAccountId, defaultAccountId, penaltyAccountId } = loan;
  const account = {
    principal: id,
    interest: interestAccountId,
    fee: feeAccountId,
    default: defaultAccountId,
    penalty: penaltyAccountId,
  }[component];
  if (account === null) throw new Error(`The loan ${loan.loanAccountNumber} has no accounts: it is not disbursed.`);
  return account;
}

/** A leg that no caller named. A negative amount is turned to the other side; zero makes no leg. */
export function loanLegs(accountId: number, side: 'debit' | 'credit', amountKobo: bigint, role: LegRole): PostingLeg[] {
  if (amountKobo === 0n) return [];
  const opposite = side === 'debit' ? 'credit' : 'debit';
  return [
    {
      accountId,
      side: amountKobo > 0n ? side : opposite,
      amountKobo: amountKobo > 0n ? amountKobo : -amountKobo,
      role,
      namedByCaller: false,
    },
  ];
}

/** Moves an amount from one account to another, in the opposite direction when it is negative. */
export function transferLegs(debitId: number, creditId: number, amountKobo: bigint, role: LegRole): PostingLeg[] {
  return [...loanLegs(debitId, 'debit', amountKobo, role), ...loanLegs(creditId, 'credit', amountKobo, role)];
}

/**
 * Credits each component's account with the amount that was paid, and lowers the interest that the loan owes by its
 * interest.
 */
export function paidLegs(loan: Loan, amounts: Readonly<ComponentAmounts>): PostingLeg[] {
  return LOAN_COMPONENTS.flatMap((component) =>
    component === 'interest'
      ? owedInterestLegs(loan, -amounts.interest)
      : loanLegs(componentAccount(loan, component), 'credit', amounts[component], ROLES[component]),
  );
}

/**
 * Changes the interest that a loan owes: debits (below 0: credits) its receivable down to nothing, and beyond that the
 * liability of interest paid ahead.
 */
export function owedInterestLegs(loan: LoanWithInterest, changeKobo: bigint): PostingLeg[] {
  const beforeKobo = interestReceivableKobo(loan);
  loan.interestOwedKobo += changeKobo;
  const receivableKobo = interestReceivableKobo(loan) - beforeKobo;
  return [
    ...loanLegs(componentAccount(loan, 'interest'), 'debit', receivableKobo, 'interest'),
    ...(loan.aheadAccountId === null
      ? []
      : loanLegs(loan.aheadAccountId, 'debit', changeKobo - receivableKobo, 'interest')),
  ];
}

/** The balance of the interest receivable; below 0 only where no account for interest paid ahead is open. */
function interestReceivableKobo({ aheadAccountId, interestOwedKobo }: LoanWithInterest): bigint {
  return aheadAccountId === null || interestOwedKobo > 0n ? interestOwedKobo : 0n;
}
