import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { dataUrl, formatDetails } from '../../common/files/file-format';
import { Outcome } from '../../common/http/outcome';
import { validationFailed } from '../../common/http/validation.pipe';
import { Clock } from '../../common/time/clock';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { Letterheads } from '../../institutions/settings/letterheads';
import { receiptDocument } from '../receipt-document';
import { assertOneCustomer, receiptFacts } from '../receipt-facts';
import { ReceiptPostings } from '../receipt-postings';
import { UNCONFIRMED } from '../receipt-status';
import { receiptOf } from '../receipt-view';
import type { ReceiptQuery, ReceiptView } from '../receipts.dto';
import { ReceiptCodes } from '../verification/receipt-codes';
import { RECEIPT_VERIFICATION_URL } from '../verification/verification.settings';

/** The receipt of a transaction. */
export class GetTransactionReceipt extends Query<Outcome<ReceiptView>> {
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
    private readonly settings: InstitutionSettings,
    private readonly codes: ReceiptCodes,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the primary database, because receipts are requested right after the payment.
   * @throws as `ReceiptPostings`; TRANSACTION_OF_SEVERAL_CUSTOMERS (422)
   */
  async execute({ institutionId, query }: GetTransactionReceipt): Promise<Outcome<ReceiptView>> {
    if (query.TransactionID === undefined && query.ReferenceNumber === undefined) {
      throw validationFailed([{ field: 'ReferenceNumber', message: 'or TransactionID is required' }]);
    }
    const receipt = await this.unitOfWork.read(institutionId, async (tx) => {
      const facts = await receiptFacts(tx, await this.postings.require(tx, institutionId, query));
      assertOneCustomer(facts);
      return receiptOf(facts);
    });
    const verificationCode = await this.codes.codeOf({ institutionId, postingId: receipt.transactionID });
    const document = await receiptDocument(
      { ...receipt, verificationCode },
      {
        letterhead: await this.letterheads.of(institutionId),
        verificationUrl: await this.settings.get(institutionId, RECEIPT_VERIFICATION_URL),
      },
      this.clock.institutionNow(institutionId),
    );
    const { mimeType, extension } = formatDetails('PDF');
    const view = {
      ...receipt,
      verificationCode,
      fileName: `receipt-${receipt.postingReferenceNumber}.${extension}`,
      mimeType,
      document: dataUrl(mimeType, await document.toBuffer()),
    };
    // The message of the envelope, too, must not report an unconfirmed payment as successful.
    return Outcome.done(view, UNCONFIRMED[receipt.status]);
  }
}
