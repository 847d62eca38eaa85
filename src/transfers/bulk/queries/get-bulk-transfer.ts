import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import { Posting } from '../../../ledger/engine/posting.entity';
import { BULK_TRANSFER_KIND } from '../../../postings/posting-kinds';
import { transfersErrors } from '../../transfers.errors';
import { BulkTransfer } from '../bulk-transfer.entity';
import { bulkTransferView, type FileWithDebit } from '../bulk-transfer-views';
import type { BulkTransferView } from '../bulk-transfers.dto';

/** A file of transfers with its progress. */
export class GetBulkTransfer extends Query<BulkTransferView> {
  constructor(
    readonly institutionId: number,
    readonly referenceNumber: string,
  ) {
    super();
  }
}

/** A file and the posting of its debit. @throws BULK_TRANSFER_NOT_FOUND (404) */
export async function requireBulkTransfer(tx: Tx, institutionId: number, reference: string): Promise<FileWithDebit> {
  const posting = await tx.findOneBy(Posting, { institutionId, kind: BULK_TRANSFER_KIND, reference });
  const file = posting && (await tx.findOneBy(BulkTransfer, { institutionId, id: posting.id }));
  if (!file) throw transfersErrors.BULK_TRANSFER_NOT_FOUND();
  return { file, posting };
}

@QueryHandler(GetBulkTransfer)
export class GetBulkTransferHandler implements IQueryHandler<GetBulkTransfer> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws BULK_TRANSFER_NOT_FOUND (404) */
  async execute({ institutionId, referenceNumber }: GetBulkTransfer): Promise<BulkTransferView> {
    return this.unitOfWork.read(institutionId, async (tx) =>
      bulkTransferView(tx, await requireBulkTransfer(tx, institutionId, referenceNumber)),
    );
  }
}
