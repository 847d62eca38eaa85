import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error';
import { GatewayClient } from '../../common/gateway/gateway-client';
import { Integrations } from '../../institutions/integrations/integrations';
import { OwnInstitution } from '../own-institution';
import { transfersErrors } from '../transfers.errors';
import { BankList } from './bank-list';
import { NIP_CHANNEL_CODE } from './nip-channel-code';
import { type FoundName, readNameAnswer } from './read-name-answer';

/** A name found at another institution, with the provider that found it and the ledger through which it settles. */
export interface NamedBeneficiary {
  provider: string;
  ledgerCode: string;
  bankName: string;
  found: FoundName;
}

/** Asks the provider of outward transfers for the name of an account at another institution. */
@Injectable()
export class NameLookup {
  constructor(
    private readonly integrations: Integrations,
    private readonly institutions: OwnInstitution,
    private readonly banks: BankList,
    private readonly gateway: GatewayClient,
  ) {}

  /**
   * Never call it inside a transaction: it calls the provider.
   * @throws INTEGRATION_NOT_ENABLED, GATEWAY_UNAVAILABLE (503), BENEFICIARY_NOT_FOUND (404), OWN_INSTITUTION,
   *   UNKNOWN_DESTINATION_INSTITUTION, NAME_ENQUIRY_REFUSED (422)
   */
  async find(
    institutionId: number,
    { accountNumber, destinationInstitutionCode }: { accountNumber: string; destinationInstitutionCode: string },
  ): Promise<NamedBeneficiary> {
    const { provider, target, ledgerCode } = await this.integrations.require(institutionId, 'transfer');
    if (await this.institutions.isOwn(institutionId, destinationInstitutionCode))
      throw transfersErrors.OWN_INSTITUTION('The account is at your own institution; use nameenquiry/local.');
    const bank = (await this.banks.of(institutionId)).find(
      ({ institutionCode }) => institutionCode === destinationInstitutionCode,
    );
    if (!bank) throw transfersErrors.UNKNOWN_DESTINATION_INSTITUTION();
    const body = { destinationInstitutionCode, accountNumber, channelCode: NIP_CHANNEL_CODE };
    const found = readNameAnswer(
      await this.gateway.call(target, {
        method: 'POST',
        path: `/${provider}/transfer/name-enquiry`,
        body,
        idempotent: true,
      }),
      accountNumber,
    );
    if (found instanceof AppError) throw found;
    return { provider, ledgerCode, bankName: bank.bankName, found };
  }
}
