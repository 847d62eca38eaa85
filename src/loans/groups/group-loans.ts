import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { Clock } from '../../common/time/clock';
import { Loan } from '../contract/loan.entity';
import { Loans, type LockedLoan } from '../contract/loans';
import { loansErrors } from '../loans.errors';
import { GroupLoan } from './group-loan.entity';

/**
 * Finds, locks and stores group loans. Loans are locked first, in the order of their ids; their group is locked last.
 */
@Injectable()
export class GroupLoans {
  constructor(
    private readonly loans: Loans,
    private readonly clock: Clock,
  ) {}

  /** @throws GROUP_LOAN_NOT_FOUND (404) */
  async require(tx: Tx, institutionId: number, id: number): Promise<GroupLoan> {
    const group = await tx.findOneBy(GroupLoan, { institutionId, id });
    if (!group) throw loansErrors.GROUP_LOAN_NOT_FOUND(`There is no group loan with the id ${id}; check the id.`);
    return group;
  }

  /** The group's loans, locked until the transaction ends, in the order of their ids. */
  async lockLoans(tx: Tx, { institutionId, id: groupLoanId }: GroupLoan): Promise<LockedLoan[]> {
    const rows = await tx.find(Loan, {
      where: { institutionId, groupLoanId },
      select: { institutionId: true, id: true },
      order: { id: 'ASC' },
    });
    const locked: LockedLoan[] = [];
    for (const { id } of rows) locked.push(await this.loans.lockById(tx, institutionId, id));
    return locked;
  }

  /** The group, locked after its loans. */
  async lock(tx: Tx, { institutionId, id }: GroupLoan): Promise<GroupLoan> {
    return tx.findOneOrFail(GroupLoan, { where: { institutionId, id }, lock: { mode: 'for_no_key_update' } });
  }

  async store(tx: Tx, group: GroupLoan, approvalId: number | null): Promise<void> {
    await tx.update(
      GroupLoan,
      { institutionId: group.institutionId, id: group.id },
      { approvalId, updatedAt: this.clock.institutionNow(group.institutionId) },
    );
    group.approvalId = approvalId;
  }
}
