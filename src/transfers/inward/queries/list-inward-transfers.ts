import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../../common/database/list-page';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import type { Page } from '../../../common/http/paging';
import { koboToNaira } from '../../../common/money/naira';
import { postingReferenceNumber } from '../../../ledger/engine/posting.entity';
import { InwardTransfer } from '../inward-transfer.entity';
import type { InwardTransferRowView, ListInwardTransfersQuery } from '../inward-transfers-admin.dto';

/** Transfers from other institutions, latest first. */
export class ListInwardTransfers extends Query<Page<InwardTransferRowView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListInwardTransfersQuery,
  ) {
    super();
  }
}

@QueryHandler(ListInwardTransfers)
export class ListInwardTransfersHandler implements IQueryHandler<ListInwardTransfers> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: ListInwardTransfers): Promise<Page<InwardTransferRowView>> {
    const { Status, AccountNumber, SessionId, Direction } = filters;
    return this.unitOfWork.read(institutionId, async (tx) => {
      const query = tx
        .createQueryBuilder(InwardTransfer, 'transfer')
        .where('transfer.institution_id = :institutionId', { institutionId })
        .orderBy('transfer.id', Direction === 'Asc' ? 'ASC' : 'DESC');
      if (Status !== undefined) query.andWhere('transfer.status = :Status', { Status });
      // The planner uses the partial index only for this condition.
      if (Status === 'InSuspense') query.andWhere(`transfer.status = 'InSuspense'`);
      if (AccountNumber !== undefined) query.andWhere('transfer.account_number = :AccountNumber', { AccountNumber });
      if (SessionId !== undefined) query.andWhere('transfer.session_id = :SessionId', { SessionId });
      return listPage(tx, query, filters, viewOf);
    });
  }
}

function viewOf(transfer: InwardTransfer): InwardTransferRowView {
  const { settlementPostingId, accountNumber, amountKobo, postingId, receivedAt, settledAt, ...rest } = transfer;
  const { id, sessionId, status, creditedAccountNumber, originatorAccountNumber, originatorAccountName } = rest;
  const { originatorInstitutionCode, narration, paymentReference, reason, reasonMessage, returnReference } = rest;
  return {
    id,
    sessionId,
    status,
    amount: koboToNaira(amountKobo),
    beneficiaryAccountNumber: accountNumber,
    creditedAccountNumber,
    originatorAccountNumber,
    originatorAccountName,
    originatorInstitutionCode,
    narration,
    paymentReference,
    reason,
    reasonMessage,
    postingReferenceNumber: postingReferenceNumber(postingId),
    settlementPostingReferenceNumber: settlementPostingId === null ? null : postingReferenceNumber(settlementPostingId),
    returnReference,
    receivedAt: receivedAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  };
}
