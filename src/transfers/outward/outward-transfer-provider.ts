import { Injectable } from '@nestjs/common';
import type { ExtraRow } from '../../common/database/insert-rows';
import type { Tx } from '../../common/database/unit-of-work';
import type { GatewayAnswer, GatewayRequest, GatewayTarget } from '../../common/gateway/gateway-call';
import { IdentityNumbers } from '../../common/identity/identity-numbers';
import { koboToNaira } from '../../common/money/naira';
import { MemberOf } from '../../common/registry/registry';
import { Integrations } from '../../institutions/integrations/integrations';
import type { Payout, PayoutFacts } from '../../payouts/payout.entity';
import { type PayoutProvider, PayoutProviders } from '../../payouts/payout-provider';
import type { ProviderVerdict } from '../../payouts/provider-verdict';
import { InwardReturns } from '../inward/inward-returns';
import { NIP_CHANNEL_CODE } from './nip-channel-code';
import { OUTWARD_TRANSFER } from './outward-transfer-kind';
import { OutwardTransferNotices } from './outward-transfer-notices';
import { readTransferAnswer } from './read-transfer-answer';

/** The payout's details that the provider gets, with their names in its request. */
const SENT_DETAILS = {
  nameEnquiryRef: 'nameEnquiryRef',
  destinationInstitutionCode: 'destinationInstitutionCode',
  beneficiaryAccountNumber: 'beneficiaryAccountNumber',
  beneficiaryAccountName: 'beneficiaryAccountName',
  beneficiaryBvn: 'beneficiaryBankVerificationNumber',
  beneficiaryKycLevel: 'beneficiaryKycLevel',
  originatorAccountName: 'originatorAccountName',
  originatorBvn: 'originatorBankVerificationNumber',
  originatorKycLevel: 'originatorKycLevel',
  beneficiaryNarration: 'narration',
} as const;

/** The provider of outward transfers (`openapi/gateway.json`, Transfers). */
@Injectable()
@MemberOf(PayoutProviders)
export class OutwardTransferProvider implements PayoutProvider {
  readonly kind = OUTWARD_TRANSFER;
  readonly title = 'Outward transfer';

  constructor(
    private readonly integrations: Integrations,
    private readonly notices: OutwardTransferNotices,
    private readonly identity: IdentityNumbers,
    private readonly returns: InwardReturns,
  ) {}

  target({ institutionId, provider }: Payout): Promise<GatewayTarget | undefined> {
    return this.integrations.findForCompletion(institutionId, 'transfer', provider);
  }

  sendRequest(payout: Payout): GatewayRequest {
    const { provider, sessionId, reference, accountNumber, amountKobo } = payout;
    const details = this.wholeDetails(payout);
    const sentDetails = Object.entries(SENT_DETAILS).flatMap(([detail, field]) =>
      details[detail] === null || details[detail] === undefined ? [] : [[field, details[detail]]],
    );
    const body = {
      sessionId,
      reference,
      originatorAccountNumber: accountNumber,
      amount: koboToNaira(amountKobo),
      channelCode: NIP_CHANNEL_CODE,
      ...(Object.fromEntries(sentDetails) as object),
    };
    return { method: 'POST', path: `/${provider}/transfer/send`, body, idempotencyKey: sessionId, idempotent: false };
  }

  /** The details with the whole numbers, which only the provider gets. */
  private wholeDetails({ institutionId, details }: Payout): PayoutFacts {
    const open = (stored: string | number | null | undefined): string | null =>
      typeof stored === 'string' ? this.identity.open(institutionId, 'bvn', stored) : null;
    return { ...details, beneficiaryBvn: open(details.beneficiaryBvn), originatorBvn: open(details.originatorBvn) };
  }

  queryRequest({ provider, sessionId, reference }: Payout): GatewayRequest {
    return { method: 'POST', path: `/${provider}/transfer/tsq`, body: { sessionId, reference }, idempotent: true };
  }

  read(
    answer: Extract<GatewayAnswer, { outcome: 'answered' }>,
    call: 'send' | 'query',
    payout: Payout,
  ): ProviderVerdict {
    return readTransferAnswer(answer, call, payout);
  }

  metadataOf({ status, sessionId }: Payout): Record<string, unknown> {
    return { processing_status: status, session_id: sessionId };
  }

  onStatus(tx: Tx, payout: Payout): Promise<void> {
    return this.returns.follow(tx, payout);
  }

  notifications(tx: Tx, payout: Payout): Promise<ExtraRow[]> {
    return this.notices.rowsFor(tx, payout);
  }
}
