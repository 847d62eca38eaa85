import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdAllocator } from '../../../common/database/id-allocator';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { IdentityNumbers } from '../../../common/identity/identity-numbers';
import { maskNumber } from '../../../common/identity/mask-number';
import { Clock } from '../../../common/time/clock';
import type { NameEnquiryQuery, NameEnquiryView } from '../banks.dto';
import { NameEnquiry } from '../name-enquiry.entity';
import { NameLookup } from '../name-lookup';
import type { FoundName } from '../read-name-answer';

/** Looks up the name of an account at another institution and keeps it for the transfer that will name it. */
export class EnquireName extends Command<Outcome<NameEnquiryView>> {
  constructor(
    readonly write: WriteRequest,
    readonly query: NameEnquiryQuery,
  ) {
    super();
  }
}

@CommandHandler(EnquireName)
export class EnquireNameHandler implements ICommandHandler<EnquireName> {
  constructor(
    private readonly names: NameLookup,
    private readonly writes: IdempotentWrites,
    private readonly identity: IdentityNumbers,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws INTEGRATION_NOT_ENABLED, GATEWAY_UNAVAILABLE (503), BENEFICIARY_NOT_FOUND (404), OWN_INSTITUTION,
   *   UNKNOWN_DESTINATION_INSTITUTION, NAME_ENQUIRY_REFUSED (422)
   */
  async execute({ write, query }: EnquireName): Promise<Outcome<NameEnquiryView>> {
    const { institutionId } = write;
    const { DestinationAccountNumber: accountNumber, DestinationInstitutionCode: destinationInstitutionCode } = query;
    const { provider, bankName, found } = await this.names.find(institutionId, {
      accountNumber,
      destinationInstitutionCode,
    });
    const { bankVerificationNumber, ...name } = found;
    const row: NameEnquiry = {
      institutionId,
      id: await this.ids.next(),
      provider,
      destinationInstitutionCode,
      bankName,
      accountNumber,
      ...name,
      bankVerificationNumber: null,
      sealedBvn: bankVerificationNumber && this.identity.seal(institutionId, 'bvn', bankVerificationNumber),
      requestedBy: write.actor,
      createdAt: this.clock.institutionNow(institutionId),
    };
    await this.writes.run(write, query, async (tx) => {
      await tx.insert(NameEnquiry, row);
      return Outcome.done({});
    });
    return Outcome.done(viewOf(row, found));
  }
}

function viewOf(
  { reference, accountName, accountNumber, kycLevel, destinationInstitutionCode, bankName }: NameEnquiry,
  { bankVerificationNumber }: FoundName,
): NameEnquiryView {
  return {
    nameEnquiryRef: reference,
    accountName,
    accountNumber,
    bankVerificationNumber: bankVerificationNumber === null ? null : maskNumber(bankVerificationNumber),
    kycLevel,
    destinationInstitutionCode,
    bankName,
  };
}
