import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Institution } from '../../institutions/institution.entity';
import { Posting } from '../../ledger/engine/posting.entity';
import { receiptFacts } from '../receipt-facts';
import { type ReceiptDetails, receiptOf } from '../receipt-view';
import { reportsErrors } from '../reports.errors';
import { ReceiptCodes } from './receipt-codes';
import type { VerifiedReceiptView } from './verification.dto';

/** Confirms the receipt of a code, to anybody who holds it. */
export class VerifyReceipt extends Query<VerifiedReceiptView> {
  constructor(readonly code: string) {
    super();
  }
}

@QueryHandler(VerifyReceipt)
export class VerifyReceiptHandler implements IQueryHandler<VerifyReceipt> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly codes: ReceiptCodes,
  ) {}

  /** @throws RECEIPT_NOT_CONFIRMED (404) for every code that is on no receipt */
  async execute({ code }: VerifyReceipt): Promise<VerifiedReceiptView> {
    const named = await this.codes.receiptOf(code);
    if (!named) throw reportsErrors.RECEIPT_NOT_CONFIRMED();
    const { institutionId, postingId } = named;
    const found = await this.unitOfWork.read(institutionId, async (tx) => {
      const posting = await tx.findOneBy(Posting, { institutionId, id: postingId, status: 'Posted' });
      if (!posting) return undefined;
      const { name } = await tx.findOneByOrFail(Institution, { institutionId });
      return { name, receipt: receiptOf(await receiptFacts(tx, posting)) };
    });
    if (!found) throw reportsErrors.RECEIPT_NOT_CONFIRMED();
    return verifiedView(found, await this.codes.codeOf(named));
  }
}

function verifiedView(
  { name: institutionName, receipt }: { name: string; receipt: ReceiptDetails },
  code: string,
): VerifiedReceiptView {
  const { status, transactionType, amount, currency, transactionDate, postingReferenceNumber } = receipt;
  return {
    institutionName,
    code,
    status,
    transactionType,
    amount,
    amountInWords: receipt.amountInWords,
    currency,
    transactionDate,
    postingReferenceNumber,
    from: maskedParty(receipt.debitAccountName, receipt.debitAccount),
    to: maskedParty(receipt.creditAccountName ?? receipt.billerName, receipt.creditAccount),
  };
}

const SHOWN_DIGITS = 4;

function maskedParty(name: string | null, number: string | null): string | null {
  const shown = number && '*'.repeat(Math.max(number.length - SHOWN_DIGITS, 0)) + number.slice(-SHOWN_DIGITS);
  return [name, shown].filter((part) => part !== null).join(', ') || null;
}
