import type { PostingLeg } from '../../ledger/engine/posting-request';
import { type ComponentAmounts, NO_AMOUNTS } from './loan-components';
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
