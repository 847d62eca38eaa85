import { Injectable } from '@nestjs/common';
import { Customer } from '../../accounts/customers/customer.entity';
import { DepositAccount } from '../../accounts/deposit-account.entity';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Posting, type PostingStatus } from '../../ledger/engine/posting.entity';
import { NameEnquiries } from './name-enquiries';
import type { NameEnquiry } from './name-enquiry.entity';
import { OUTWARD_TRANSFER } from './outward-transfer-kind';
import type { OutwardTransferBody } from './outward-transfers.dto';

const WAITING: readonly PostingStatus[] = ['Held', 'PendingApproval'];

/** The stored facts about the sender and the beneficiary of an outward transfer. */
export interface Parties {
  /** The payment of an earlier request with this reference, local or outward; only an outward one may wait. */
  earlier: { createdAt: Date; waits: boolean } | undefined;
  enquiry: NameEnquiry | null;
  /** The account to debit; null when the number is not a customer account. */
  account: DepositAccount | null;
  customer: Customer | null;
}

/** Looks up in one transaction the rows that an outward transfer names. */
@Injectable()
export class OutwardTransferParties {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly enquiries: NameEnquiries,
  ) {}

  async find(
    institutionId: number,
    { transactionReference: reference, nameEnquiryRef, originatorAccountNumber: accountNumber }: OutwardTransferBody,
  ): Promise<Parties> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      // A payment from before payments shared their references has no transaction reference.
      const posting = await tx.findOneBy(Posting, [
        { institutionId, kind: OUTWARD_TRANSFER, reference },
        { institutionId, transactionReference: reference },
      ]);
      const account = await tx.findOneBy(DepositAccount, { institutionId, accountNumber });
      return {
        earlier: posting
          ? {
              createdAt: posting.createdAt,
              waits: posting.kind === OUTWARD_TRANSFER && WAITING.includes(posting.status),
            }
          : undefined,
        enquiry: await this.enquiries.find(tx, institutionId, nameEnquiryRef),
        account,
        customer: account && (await tx.findOneBy(Customer, { institutionId, id: account.customerId })),
      };
    });
  }
}
