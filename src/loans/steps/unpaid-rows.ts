import type { Tx } from '../../common/database/unit-of-work';
import { LoanInstalment } from '../contract/loan-instalment.entity';

const UNPAID = `i.principal_due_kobo + i.interest_due_kobo + i.fee_due_kobo + i.default_due_kobo + i.penalty_due_kobo
  > i.principal_paid_kobo + i.interest_paid_kobo + i.fee_paid_kobo + i.default_paid_kobo + i.penalty_paid_kobo`;

/** Unpaid instalments by loan, in their order; with `before`, only those due before that date. */
export async function unpaidRows(
  tx: Tx,
  institutionId: number,
  loanIds: number[],
  before?: string,
): Promise<Map<number, LoanInstalment[]>> {
  if (loanIds.length === 0) return new Map();
  const query = tx
    .createQueryBuilder(LoanInstalment, 'i')
    .where('i.institutionId = :institutionId AND i.loanId IN (:...loanIds)', { institutionId, loanIds })
    .andWhere(UNPAID);
  if (before !== undefined) query.andWhere('i.dueDate < :before', { before });
  const rows = new Map<number, LoanInstalment[]>();
  for (const row of await query.orderBy('i.loanId').addOrderBy('i.number').getMany()) {
    const known = rows.get(row.loanId);
    if (known) known.push(row);
    else rows.set(row.loanId, [row]);
  }
  return rows;
}
