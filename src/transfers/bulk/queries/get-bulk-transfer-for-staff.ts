import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { bulkTransferView } from '../bulk-transfer-views';
import type { BulkTransferStaffView } from '../bulk-transfers-admin.dto';
import { requireBulkTransfer } from './get-bulk-transfer';

/** A file of transfers with its progress and its maker, for staff. */
export class GetBulkTransferForStaff extends Query<BulkTransferStaffView> {
  constructor(
    readonly institutionId: number,
    readonly referenceNumber: string,
  ) {
    super();
  }
}

@QueryHandler(GetBulkTransferForStaff)
export class GetBulkTransferForStaffHandler implements IQueryHandler<GetBulkTransferForStaff> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws BULK_TRANSFER_NOT_FOUND (404) */
  async execute({ institutionId, referenceNumber }: GetBulkTransferForStaff): Promise<BulkTransferStaffView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const found = await requireBulkTransfer(tx, institutionId, referenceNumber);
      const { id, maker } = found.posting;
      return { id, maker, ...(await bulkTransferView(tx, found)) };
    });
  }
}
