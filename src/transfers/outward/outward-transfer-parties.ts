import { Injectable } from '@nestjs/common';
import { Customer } from '../../accounts/customers/customer.entity';
import { DepositAccount } from '../../accounts/deposit-account.entity';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Posting } from '../../ledger/engine/posting.entity';
import { NameEnquiries } from './name-enquiries';
import type { NameEnquiry } from './name-enquiry.entity';
import type { OutwardTransferBody } from './outward-transfer.dto';
import { OUTWARD_TRANSFER } from './outward-transfer-kind';

/** Who pays whom, as the database knows them. */
export interface Parties {
  /** An earlier request with this reference. */
  earlier: { createdAt: Date; waits: boolean } | undefined;
  enquiry: NameEnquiry | null;
  /** The account to debit and its holder; null for what is no customer account. */
  account: DepositAccount | null;
  customer: Customer | null;
}

/** Looks up what an outward transfer names, in one transaction. */
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
      const posting = await tx.findOneBy(Posting, { institutionId, kind: OUTWARD_TRANSFER, reference });
      const account = await tx.findOneBy(DepositAccount, { institutionId, accountNumber });
      return {
        earlier: posting
          ? { createdAt: posting.createdAt, waits: posting.status === 'Held' || posting.status === 'PendingApproval' }
          : undefined,
        enquiry: await this.enquiries.find(tx, institutionId, nameEnquiryRef),
        account,
        customer: account && (await tx.findOneBy(Customer, { institutionId, id: account.customerId })),
      };
    });
  }
}
