import type { LegRole } from '../../ledger/engine/posting-entry.entity';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import { LOAN_COMPONENTS, type LoanComponent } from '../../products/terms/loan-enumerations';
import { type ComponentAmounts, NO_AMOUNTS } from './instalment-amounts';
import type { Loan } from './loan.entity';
import type { LoanInstalment } from './loan-instalment.entity';
import type { LoanStatus } from './loan-status';
import type { LoanTransactionKind } from './loan-transaction.entity';
import type { LockedLoan } from './loans';

/**
 * What happens to one loan, prepared in memory: the locked loan and its rows are changed already, the legs tell it to the
 * ledger, and `LoanBookkeeping` posts and stores both or nothing.
 */
export class LoanChange {
  readonly legs: PostingLeg[] = [];
  /** Rows whose amounts changed. */
  readonly changed = new Set<LoanInstalment>();
  /** Rows that a new schedule replaces; they are no longer among the loan's. */
  readonly removed: LoanInstalment[] = [];
  /** Rows of a new schedule; they are among the loan's already, and get their ids when they are stored. */
  readonly added: LoanInstalment[] = [];
  /** Of what is told of in the loan's transactions; null for what is none, such as accrual. */
  transaction: {
    kind: LoanTransactionKind;
    amountKobo: bigint;
    components: ComponentAmounts;
    details: Record<string, unknown> | null;
  } | null = null;
  /** The status it takes; null when it keeps the one it has. */
  status: LoanStatus | null = null;

  constructor(readonly locked: LockedLoan) {}

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

/** The account of record that a component of a disbursed loan is owed on. */
export function componentAccount(loan: Loan, component: LoanComponent): number {
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

/** A leg of a loan's books: no caller named its ledger. An amount below zero goes to the other side, none makes no leg. */
export function loanLegs(accountId: number, side: 'debit' | 'credit', amountKobo: bigint, role: LegRole): PostingLeg[] {
  if (amountKobo === 0n) return [];
  const turned = side === 'debit' ? 'credit' : 'debit';
  return [
    {
      accountId,
      side: amountKobo > 0n ? side : turned,
      amountKobo: amountKobo > 0n ? amountKobo : -amountKobo,
      role,
      namedByCaller: false,
    },
  ];
}

/** Moves an amount from one ledger to another, the other way round when it is below zero. */
export function transferLegs(debitId: number, creditId: number, amountKobo: bigint, role: LegRole): PostingLeg[] {
  return [...loanLegs(debitId, 'debit', amountKobo, role), ...loanLegs(creditId, 'credit', amountKobo, role)];
}

/** Takes what is paid off each component's account. */
export function paidLegs(loan: Loan, amounts: Readonly<ComponentAmounts>): PostingLeg[] {
  return LOAN_COMPONENTS.flatMap((component) =>
    loanLegs(componentAccount(loan, component), 'credit', amounts[component], ROLES[component]),
  );
}
