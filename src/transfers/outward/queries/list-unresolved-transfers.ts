import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../../common/database/list-page';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import type { Page } from '../../../common/http/paging';
import type { PagingQuery } from '../../../common/http/paging.dto';
import { postingReferenceNumber } from '../../../ledger/engine/posting.entity';
import { Payout } from '../../../payouts/payout.entity';
import { OUTWARD_TRANSFER } from '../outward-transfer-kind';
import { outwardTransferView } from '../outward-transfer-view';
import type { UnresolvedTransferView } from '../transfers-admin.dto';

/** Outward transfers that wait for staff: failed without a reversal, to be confirmed manually, or disputed. */
export class ListUnresolvedTransfers extends Query<Page<UnresolvedTransferView>> {
  constructor(
    readonly institutionId: number,
    readonly query: PagingQuery,
  ) {
    super();
  }
}

// The text repeats the condition of the partial index, which the planner uses only for this condition.
const UNRESOLVED = `(payout.status IN ('Failed', 'ConfirmManually') OR payout.disputed)`;

@QueryHandler(ListUnresolvedTransfers)
export class ListUnresolvedTransfersHandler implements IQueryHandler<ListUnresolvedTransfers> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, query }: ListUnresolvedTransfers): Promise<Page<UnresolvedTransferView>> {
    const direction = query.Direction === 'Asc' ? 'ASC' : 'DESC';
    return this.unitOfWork.read(institutionId, (tx) => {
      const rows = tx
        .createQueryBuilder(Payout, 'payout')
        .where(`payout.institution_id = :institutionId AND payout.kind = :kind AND ${UNRESOLVED}`, {
          institutionId,
          kind: OUTWARD_TRANSFER,
        })
        .orderBy('payout.created_at', direction)
        .addOrderBy('payout.id', direction);
      return listPage(tx, rows, query, viewOf);
    });
  }
}

function viewOf(payout: Payout): UnresolvedTransferView {
  const { details } = payout;
  const text = (name: string): string => String(details[name] ?? '');
  return {
    id: payout.id,
    ...outwardTransferView(payout),
    responseMessage: payout.responseMessage,
    originatorAccountNumber: payout.accountNumber,
    beneficiaryAccountNumber: text('beneficiaryAccountNumber'),
    beneficiaryAccountName: text('beneficiaryAccountName'),
    destinationInstitutionCode: text('destinationInstitutionCode'),
    beneficiaryBankName: text('beneficiaryBankName'),
    provider: payout.provider,
    disputed: payout.disputed,
    requireReversal: payout.requireReversal,
    postingReferenceNumber: postingReferenceNumber(payout.postingId),
    transactionDate: payout.createdAt.toISOString(),
    lastAttemptAt: payout.lastAttemptAt?.toISOString() ?? null,
  };
}
