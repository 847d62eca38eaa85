import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../../common/database/id-allocator';
import { addRows } from '../../common/database/rows';
import type { Tx } from '../../common/database/unit-of-work';
import { Clock } from '../../common/time/clock';
import { LoanTransaction } from './loan-transaction.entity';

type Told = Pick<
  LoanTransaction,
  'institutionId' | 'loanId' | 'kind' | 'reference' | 'businessDate' | 'amountKobo' | 'createdBy'
>;
type Parts = Partial<
  Pick<
    LoanTransaction,
    'postingId' | 'principalKobo' | 'interestKobo' | 'feeKobo' | 'defaultKobo' | 'penaltyKobo' | 'details' | 'notes'
  >
>;

const NOTHING_MORE = {
  postingId: null,
  principalKobo: 0n,
  interestKobo: 0n,
  feeKobo: 0n,
  defaultKobo: 0n,
  penaltyKobo: 0n,
  details: null,
  notes: null,
};

/** The history of loans' money, written in the transaction of what it tells. */
@Injectable()
export class LoanTransactions {
  constructor(
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  async record(tx: Tx, transaction: Told & Parts): Promise<void> {
    await this.recordAll(tx, [transaction]);
  }

  async recordAll(tx: Tx, transactions: readonly (Told & Parts)[]): Promise<void> {
    const ids = await this.ids.block(transactions.length);
    const createdAt = this.clock.now();
    await addRows(
      tx,
      LoanTransaction,
      transactions.map((transaction) => ({ ...NOTHING_MORE, ...transaction, id: ids.next(), createdAt })),
    );
  }
}
