import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { adminPermissions } from '../../admin/admin.permissions';
import { amlPermissions } from '../../aml/aml.permissions';
import { approvalsPermissions } from '../../approvals/approvals.permissions';
import { DecidableOperations } from '../../approvals/decidable-operations';
import { billsPermissions } from '../../bills/bills.permissions';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { StaffActor } from '../../common/http/actor';
import { endOfDayPermissions } from '../../end-of-day/end-of-day.permissions';
import { fixedDepositsPermissions } from '../../fixed-deposits/fixed-deposits.permissions';
import { loansPermissions } from '../../loans/loans.permissions';
import type { PayoutKind } from '../../payouts/payout.entity';
import { postingsPermissions } from '../../postings/postings.permissions';
import { transfersPermissions } from '../../transfers/transfers.permissions';
import { webhooksPermissions } from '../../webhooks/webhooks.permissions';
import type { DashboardView } from './dashboard.dto';
import { DashboardFigures } from './dashboard-figures';

/** The figures of the home page that a member of staff may see. */
export class GetDashboard extends Query<DashboardView> {
  constructor(readonly staff: StaffActor) {
    super();
  }
}

/** Figures that the caller may not see are not read. */
@QueryHandler(GetDashboard)
export class GetDashboardHandler implements IQueryHandler<GetDashboard> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly figures: DashboardFigures,
    private readonly operations: DecidableOperations,
  ) {}

  async execute({ staff: { institutionId, permissions } }: GetDashboard): Promise<DashboardView> {
    const { figures } = this;
    const seen = async <T>(permission: string, read: () => Promise<T>): Promise<T | null> =>
      permissions.has(permission) ? read() : null;
    const kinds = payoutKindsSeenWith(permissions);
    return this.unitOfWork.read(institutionId, async (tx) => {
      const day = await figures.day(tx, institutionId);
      return {
        businessDate: day.businessDate,
        movementsToday: await seen(postingsPermissions.viewPostings, () => figures.movements(tx, institutionId, day)),
        holds: await seen(amlPermissions.viewAml, () => figures.holds(tx, institutionId)),
        approvals: await seen(approvalsPermissions.viewApprovals, () =>
          figures.approvals(tx, institutionId, this.operations.hiddenFrom(permissions)),
        ),
        payouts: kinds.length === 0 ? null : await figures.payouts(tx, institutionId, kinds),
        deadLetters: await seen(adminPermissions.viewDeadLetters, () => figures.deadLetters(tx, institutionId)),
        webhooks: await seen(webhooksPermissions.viewWebhooks, () => figures.webhooks(tx, institutionId)),
        endOfDay: await seen(endOfDayPermissions.viewEndOfDay, () => figures.endOfDay(tx, institutionId, day)),
        loans: await seen(loansPermissions.viewLoans, () => figures.loans(tx, institutionId, day)),
        depositsMaturing: await seen(fixedDepositsPermissions.viewFixedDeposits, () =>
          figures.depositsMaturing(tx, institutionId, day),
        ),
        screening: await seen(amlPermissions.viewAml, () => figures.screening(tx, institutionId)),
      };
    });
  }
}

function payoutKindsSeenWith(permissions: ReadonlySet<string>): PayoutKind[] {
  const kinds: PayoutKind[] = [];
  if (permissions.has(transfersPermissions.viewTransfers) || permissions.has(transfersPermissions.viewUnresolved))
    kinds.push('outward-transfer');
  if (permissions.has(billsPermissions.viewBills)) kinds.push('bill-vend');
  return kinds;
}
