import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { dataUrl, traitsOf } from '../../common/files/file-format';
import { validationFailed } from '../../common/http/validation.pipe';
import { Clock } from '../../common/time/clock';
import { Letterheads } from '../../institutions/letterheads';
import { Payout } from '../../payouts/payout.entity';
import { postingLegs } from '../posting-legs';
import { receiptDocument } from '../receipt-document';
import { ReceiptPostings } from '../receipt-postings';
import { receiptOf } from '../receipt-view';
import type { ReceiptQuery, ReceiptView } from '../receipt.dto';

/** The receipt of a transaction. */
export class GetTransactionReceipt extends Query<ReceiptView> {
  constructor(
    readonly institutionId: number,
    readonly query: ReceiptQuery,
  ) {
    super();
  }
}

@QueryHandler(GetTransactionReceipt)
export class GetTransactionReceiptHandler implements IQueryHandler<GetTransactionReceipt> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly postings: ReceiptPostings,
    private readonly letterheads: Letterheads,
    private readonly clock: Clock,
  ) {}

  /** Reads the serving database: a receipt is asked for in the moment after the payment. @throws as `ReceiptPostings` does. */
  async execute({ institutionId, query }: GetTransactionReceipt): Promise<ReceiptView> {
    if (query.TransactionID === undefined && query.ReferenceNumber === undefined) {
      throw validationFailed([{ field: 'ReferenceNumber', message: 'or TransactionID is required' }]);
    }
    const receipt = await this.unitOfWork.read(institutionId, async (tx) => {
      const posting = await this.postings.require(tx, institutionId, query);
      const legs = await postingLegs(tx, institutionId, posting.id);
      return receiptOf({ posting, legs, payout: await tx.findOneBy(Payout, { institutionId, postingId: posting.id }) });
    });
    const document = await receiptDocument(receipt, await this.letterheads.of(institutionId), this.clock.now());
    const { mimeType, extension } = traitsOf('PDF');
    return { ...receipt, fileName: `receipt-${receipt.postingReferenceNumber}.${extension}`, mimeType, document: dataUrl(mimeType, await document.toBuffer()) };
  }
}
