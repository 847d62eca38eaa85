import { Injectable } from '@nestjs/common';
import type { Customer } from '../../accounts/customers/customer.entity';
import { PersonNumbers } from '../../accounts/customers/person-numbers';
import type { DepositAccount } from '../../accounts/deposit-account.entity';
import { IdAllocator } from '../../common/database/id-allocator';
import { IdentityNumbers } from '../../common/identity/identity-numbers';
import { Clock } from '../../common/time/clock';
import type { NewPayout } from '../../payouts/payout-rows';
import { OwnInstitution } from '../own-institution';
import { type Charge, chargedKobo, FEE, STAMP_DUTY, VAT } from '../transfer-legs';
import type { NameEnquiry } from './name-enquiry.entity';
import type { OutwardTransferFacts } from './outward-transfer.operation';
import { OUTWARD_TRANSFER } from './outward-transfer-kind';
import { newSessionId } from './session-id';

/** The sender of an outward transfer. */
export interface Sender {
  account: DepositAccount;
  customer: Customer;
}

/** What an outward transfer is to do, once it may be sent. */
export interface OutwardInstruction {
  reference: string;
  amountKobo: bigint;
  charges: readonly Pick<Charge, 'narration' | 'amountKobo'>[];
  provider: string;
  nameEnquiryRef: string;
  destinationInstitutionCode: string;
  beneficiaryAccountNumber: string;
  beneficiaryAccountName: string;
  beneficiaryBankName: string;
  originatorNarration: string;
  beneficiaryNarration: string;
  /** `api-client:ID` or `staff:ID`. */
  createdBy: string;
}

/** Makes the facts and the payout of an outward transfer; nothing is written. */
@Injectable()
export class NewOutwardTransfers {
  constructor(
    private readonly institutions: OwnInstitution,
    private readonly persons: PersonNumbers,
    private readonly identity: IdentityNumbers,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /**
   * The details to send to the provider, and the payout that carries them. The sender's name is that of the account.
   * @param enquiry the name enquiry; null when it was deleted after the transfer was accepted.
   */
  async make(
    institutionId: number,
    { reference, amountKobo, charges, createdBy, ...instruction }: OutwardInstruction,
    { account, customer }: Sender,
    enquiry: NameEnquiry | null,
  ): Promise<{ facts: OutwardTransferFacts; payout: NewPayout }> {
    const facts: OutwardTransferFacts = {
      ...instruction,
      beneficiaryBvn: this.beneficiaryBvn(institutionId, enquiry),
      originatorBvn: this.persons.sealed(customer, 'bvn'),
      originatorAccountName: account.accountName,
      originatorAccountNumber: account.accountNumber,
    };
    const { timeZone } = await this.institutions.find(institutionId);
    const payout: NewPayout = {
      institutionId,
      id: await this.ids.next(),
      jobId: await this.ids.next(),
      kind: OUTWARD_TRANSFER,
      reference,
      accountNumber: account.accountNumber,
      provider: instruction.provider,
      sessionId: newSessionId(await this.institutions.switchCode(institutionId), this.clock.now(), timeZone),
      amountKobo,
      feeKobo: chargedKobo(charges, FEE),
      vatKobo: chargedKobo(charges, VAT),
      stampDutyKobo: chargedKobo(charges, STAMP_DUTY),
      details: {
        ...facts,
        beneficiaryKycLevel: enquiry?.kycLevel ?? null,
        originatorKycLevel: account.kycTier,
      },
      createdBy,
    };
    return { facts, payout };
  }

  /** The stored number as it is: nothing is opened or sealed, but for rows of before numbers were sealed. */
  private beneficiaryBvn(institutionId: number, enquiry: NameEnquiry | null): string | null {
    if (!enquiry) return null;
    const { sealedBvn, bankVerificationNumber } = enquiry;
    return sealedBvn ?? (bankVerificationNumber && this.identity.seal(institutionId, 'bvn', bankVerificationNumber));
  }
}
