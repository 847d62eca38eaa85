import { Injectable } from '@nestjs/common';
import { commonErrors } from '../../common/errors/common.errors';
import { nairaToKobo } from '../../common/money/naira';
import { MemberOf } from '../../common/registry/registry';
import { cutText } from '../../common/text/cut-text';
import { nonBlankOr } from '../../common/text/non-blank-or';
import { Clock } from '../../common/time/clock';
import { Integrations } from '../../institutions/integrations/integrations';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import type { AccountDirectoryEntry } from '../../ledger/chart/account-directory-entry.entity';
import { ORDINARY } from '../../ledger/engine/posting-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import {
  type Movement,
  type MovementPlanner,
  MovementPlanners,
  type PostingPlan,
} from '../../ledger/movements/movement-planners';
import { OwnInstitution } from '../own-institution';
import { TransferCharges } from '../transfer-charges';
import { buildTransferLegs } from '../transfer-legs';
import { transfersErrors } from '../transfers.errors';
import { INSTANT_TRANSFER_LIMITS } from '../transfers.settings';
import { instantTransferCeiling } from './instant-transfer-ceiling';
import { nameEnquiryViolation } from './name-enquiry-violation';
import { NewOutwardTransfers, type OutwardInstruction } from './new-outward-transfers';
import { outwardTransfer } from './outward-transfer.operation';
import { OUTWARD_TRANSFER } from './outward-transfer-kind';
import { OutwardTransferParties, type Parties } from './outward-transfer-parties';
import type { OutwardTransferBody } from './outward-transfers.dto';

/**
 * Plans the debit of a transfer to another institution. The principal goes to the ledger through which the provider
 * settles, each charge to a ledger of its own (docs/api/transfers.md#outward-transfers).
 */
@Injectable()
@MemberOf(MovementPlanners)
export class OutwardTransferPlanner implements MovementPlanner<OutwardTransferBody> {
  readonly operation = outwardTransfer;

  constructor(
    private readonly integrations: Integrations,
    private readonly settings: InstitutionSettings,
    private readonly directory: AccountDirectory,
    private readonly parties: OutwardTransferParties,
    private readonly charges: TransferCharges,
    private readonly institutions: OwnInstitution,
    private readonly transfers: NewOutwardTransfers,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DUPLICATE_REFERENCE (409), INTEGRATION_NOT_ENABLED, CHARGES_NOT_CONFIGURED (503), ACCOUNT_NOT_FOUND (404),
   *   VIRTUAL_ACCOUNT_NOT_ALLOWED, OWN_INSTITUTION, NAME_ENQUIRY_NOT_FOUND, NAME_ENQUIRY_EXPIRED,
   *   NAME_ENQUIRY_MISMATCH, BENEFICIARY_NAME_MISMATCH (422)
   */
  async plan(movement: Movement<OutwardTransferBody>): Promise<PostingPlan> {
    const { institutionId, source } = movement;
    const body = source.payload;
    const { transactionReference: reference } = body;
    const parties = await this.parties.find(institutionId, body);
    // A used reference is refused before the provider is looked up: a repeated request then gets its first answer even
    // when the integration is turned off.
    if (parties.earlier && !parties.earlier.waits)
      throw commonErrors.DUPLICATE_REFERENCE(`The reference ${reference} was used before; send a new one.`);
    const { provider, ledgerCode } = await this.integrations.require(institutionId, 'transfer');
    const debit = await this.directory.requireDeposit(institutionId, body.originatorAccountNumber);
    await this.assertSendable(institutionId, body, parties);
    const settlement = await this.settlementLedger(institutionId, ledgerCode);
    const amountKobo = nairaToKobo(body.amount)!;
    const charges = await this.charges.ofOutward(institutionId, { amountKobo, debit });
    const { facts, payout } = await this.transfers.make(
      institutionId,
      { ...narrationsOf(body, parties), reference, amountKobo, charges, provider, createdBy: source.actor },
      { account: parties.account!, customer: parties.customer! },
      parties.enquiry,
    );
    const ceiling = instantTransferCeiling(
      await this.settings.getMany(institutionId, INSTANT_TRANSFER_LIMITS),
      parties.customer!.customerType,
    );
    return {
      kind: OUTWARD_TRANSFER,
      reference,
      transactionReference: reference,
      operation: outwardTransfer.with({ transfer: facts, payout }),
      nature: ORDINARY,
      narration: facts.originatorNarration,
      legs: buildTransferLegs(debit, settlement, amountKobo, charges, { namedByCaller: false }),
      amountKobo,
      feeKobo: payout.feeKobo,
      parties: {
        sourceAccounts: [body.originatorAccountNumber],
        destinationAccounts: [body.beneficiaryAccountNumber],
      },
      ...(ceiling ? { ceiling } : {}),
    };
  }

  /** The name enquiry of a resumed transfer must have been valid at the time of its first request. */
  private async assertSendable(
    institutionId: number,
    body: OutwardTransferBody,
    { earlier, enquiry, account }: Parties,
  ): Promise<void> {
    if (!account)
      throw ledgerErrors.ACCOUNT_NOT_FOUND('originatorAccountNumber names no customer account of the institution.', {
        field: 'originatorAccountNumber',
      });
    if (await this.institutions.isOwn(institutionId, body.destinationInstitutionCode))
      throw transfersErrors.OWN_INSTITUTION();
    const refusal = nameEnquiryViolation(enquiry, body, earlier?.createdAt ?? this.clock.institutionNow(institutionId));
    if (refusal) throw refusal;
  }

  private async settlementLedger(institutionId: number, code: string): Promise<AccountDirectoryEntry> {
    const ledger = await this.directory.find(institutionId, code);
    if (ledger?.kind !== 'gl')
      throw transfersErrors.CHARGES_NOT_CONFIGURED('The ledger that outward transfers settle through does not exist.');
    return ledger;
  }
}

/** The beneficiary, as its name enquiry names it, and the narrations of a transfer. */
function narrationsOf(
  body: OutwardTransferBody,
  { enquiry }: Parties,
): Omit<OutwardInstruction, 'reference' | 'amountKobo' | 'charges' | 'provider' | 'createdBy'> {
  const originatorNarration = nonBlankOr(
    body.originatorNarration,
    cutText(`Transfer to ${enquiry!.accountName}, ${enquiry!.bankName}`, 250),
  );
  return {
    nameEnquiryRef: body.nameEnquiryRef,
    destinationInstitutionCode: body.destinationInstitutionCode,
    beneficiaryBankName: enquiry!.bankName,
    beneficiaryAccountName: enquiry!.accountName,
    beneficiaryAccountNumber: body.beneficiaryAccountNumber,
    originatorNarration,
    beneficiaryNarration: nonBlankOr(body.beneficiaryNarration, originatorNarration),
  };
}
