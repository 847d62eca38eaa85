import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { GatewayAnswer } from '../common/gateway/gateway-call';
import { GatewayClient } from '../common/gateway/gateway-client';
import type { Outcome } from '../common/http/outcome';
import type { WriteRequest } from '../common/http/write-request';
import { koboToNaira } from '../common/money/naira';
import { providerText } from '../common/text/provider-text';
import { Clock } from '../common/time/clock';
import { Integrations } from '../institutions/integrations/integrations';
import { Payout } from '../payouts/payout.entity';
import { OUTWARD_TRANSFER } from '../transfers/outward/outward-transfer-kind';
import { FraudComplaint, type RecallStatus } from './fraud-complaint.entity';
import { FraudComplaints } from './fraud-complaints';
import { fraudComplaintsErrors } from './fraud-complaints.errors';

const ANSWER_MAX = 200;

/** Asks the receiving institution to keep and return the money, through the provider of transfers. */
@Injectable()
export class Recalls {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly integrations: Integrations,
    private readonly gateway: GatewayClient,
    private readonly complaints: FraudComplaints,
    private readonly clock: Clock,
  ) {}

  /**
   * Repeatable: the provider answers a repeated request with its first result. No answer leaves the institution untold,
   * and the timer goes on; it takes nothing back that an earlier request was told.
   *
   * @throws COMPLAINT_NOT_FOUND (404), COMPLAINT_STATE (409), COMPLAINT_NOT_OUTWARD (422), INTEGRATION_NOT_ENABLED
   *   (503)
   */
  async request(write: WriteRequest, id: number): Promise<Outcome> {
    const { institutionId } = write;
    const complaint = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneBy(FraudComplaint, { institutionId, id }),
    );
    if (!complaint) throw fraudComplaintsErrors.COMPLAINT_NOT_FOUND();
    if (complaint.sessionId === null) throw fraudComplaintsErrors.COMPLAINT_NOT_OUTWARD();
    // Nobody is asked for the money of a complaint that has ended.
    if (complaint.concludedAt !== null) throw fraudComplaintsErrors.COMPLAINT_STATE();
    await this.assertMoneyLeft(complaint);
    const { target, provider } = await this.integrations.require(institutionId, 'transfer');
    const answer = await this.gateway.call(target, {
      method: 'POST',
      path: `/${provider}/transfer/recall`,
      body: { sessionId: complaint.sessionId, amount: koboToNaira(complaint.disputedKobo), reason: 'fraud' },
      idempotencyKey: `recall-${complaint.sessionId}`,
      idempotent: true,
    });
    const recallStatus = recallStatusOf(answer);
    return this.complaints.change(write, id, { action: 'recall' }, (_tx, { notifiedAt, concludedAt }) => {
      if (concludedAt !== null) throw fraudComplaintsErrors.COMPLAINT_STATE();
      if (recallStatus === 'unknown' && notifiedAt !== null) return Promise.resolve({ notifiedAt });
      const toldAt = recallStatus === 'unknown' ? null : this.clock.institutionNow(institutionId);
      return Promise.resolve({
        recallStatus,
        recallAnswer: answer.outcome === 'answered' ? providerText(answer.body.responseMessage, ANSWER_MAX) : null,
        notifiedAt: notifiedAt ?? toldAt,
      });
    });
  }

  /**
   * A payment that came back has nothing to return: the customer would get the money twice.
   * @throws COMPLAINT_STATE (409)
   */
  private async assertMoneyLeft({ institutionId, postingId }: FraudComplaint): Promise<void> {
    const payout = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneBy(Payout, { institutionId, postingId, kind: OUTWARD_TRANSFER }),
    );
    if (payout?.status === 'Reversed')
      throw fraudComplaintsErrors.COMPLAINT_STATE(
        'The payment failed and its money went back to the customer; conclude the complaint.',
      );
  }
}

/** An answer that is not `Accepted` or `Refused` says nothing. */
function recallStatusOf(answer: GatewayAnswer): RecallStatus {
  if (answer.outcome !== 'answered' || answer.status < 200 || answer.status >= 300) return 'unknown';
  if (answer.body.status === 'Accepted') return 'accepted';
  return answer.body.status === 'Refused' ? 'refused' : 'unknown';
}
