import { createSecretKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { equalInConstantTime, keyedHash, randomToken } from '../../common/crypto/digest';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { type CodedReceipt, codeText, parseCode } from './code-text';
import { RECEIPT_CODE_SECRET } from './verification.settings';

const SECRET_BYTES = 32;
/** 80 bits of the code cannot be guessed, however many receipts there are. */
const CHECK_BYTES = 10;
const MAKER = 'system:receipts';

/**
 * The verification codes of receipts: they name the institution and the posting, with a check that only the
 * institution's secret makes. Nothing is stored for a receipt.
 */
@Injectable()
export class ReceiptCodes {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: InstitutionSettings,
  ) {}

  /** The code of a receipt. The first one of an institution makes its secret. */
  async codeOf(receipt: CodedReceipt): Promise<string> {
    const { institutionId } = receipt;
    const secret =
      (await this.settings.get(institutionId, RECEIPT_CODE_SECRET)) ?? (await this.newSecret(institutionId));
    return codeText(receipt, macOf(receipt, secret));
  }

  /** The receipt of a code; undefined for a code that was never printed. */
  async receiptOf(code: string): Promise<CodedReceipt | undefined> {
    const parsed = parseCode(code);
    if (!parsed) return undefined;
    const secret = await this.settings.get(parsed.receipt.institutionId, RECEIPT_CODE_SECRET);
    if (secret === undefined) return undefined;
    const expected = codeText(parsed.receipt, macOf(parsed.receipt, secret));
    return equalInConstantTime(expected, codeText(parsed.receipt, parsed.check)) ? parsed.receipt : undefined;
  }

  private async newSecret(institutionId: number): Promise<string> {
    const secret = await this.unitOfWork.run(institutionId, (tx) =>
      this.settings.setIfAbsent(tx, institutionId, RECEIPT_CODE_SECRET, randomToken(SECRET_BYTES), MAKER),
    );
    this.settings.forget(institutionId);
    return secret;
  }
}

function macOf({ institutionId, postingId }: CodedReceipt, secret: string): Buffer {
  const digest = keyedHash(createSecretKey(Buffer.from(secret)), `receipt|${institutionId}|${postingId}`, 'hex');
  return Buffer.from(digest, 'hex').subarray(0, CHECK_BYTES);
}
