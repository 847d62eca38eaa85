import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../common/database/id-allocator';
import type { Tx } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
import { LoanTransaction } from './loan-transaction.entity';

type Told = Pick<LoanTransaction, 'institutionId' | 'loanId' | 'kind' | 'reference' | 'businessDate' | 'amountKobo' | 'createdBy'>;
type Parts = Partial<Pick<LoanTransaction, 'postingId' | 'principalKobo' | 'interestKobo' | 'feeKobo' | 'defaultKobo' | 'penaltyKobo' | 'details' | 'notes'>>;

/** The history of loans' money, written in the transaction of what it tells. */
@Injectable()
export class LoanTransactions {
  constructor(
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  async record(tx: Tx, transaction: Told & Parts): Promise<void> {
    // The column's type is too general for the one of an insert.
    const details = (transaction.details ?? null) as never;
    await tx.insert(LoanTransaction, { ...transaction, details, id: await this.ids.next(), createdAt: this.clock.now() });
  }
}
