import { Injectable } from '@nestjs/common';
import { In, Not } from 'typeorm';
import type { Tx } from '../common/database/unit-of-work';
import type { Outcome } from '../common/http/outcome';
import type { WriteRequest } from '../common/http/write-request';
import { formatNaira } from '../common/money/naira';
import { Clock } from '../common/time/clock';
import { LedgerAccounts } from '../ledger/chart/ledger-accounts';
import { LedgerService } from '../ledger/engine/ledger.service';
import { lockPosting } from '../ledger/engine/lock-posting';
import { Posting, type PostingStatus } from '../ledger/engine/posting.entity';
import { SYSTEM_POSTING } from '../ledger/engine/posting-operation';
import { ORDINARY } from '../ledger/engine/posting-request';
import { Payout } from '../payouts/payout.entity';
import { InwardTransfer } from '../transfers/inward/inward-transfer.entity';
import { OUTWARD_TRANSFER } from '../transfers/outward/outward-transfer-kind';
import { ComplaintLiens, DISPUTED } from './complaint-liens';
import { lockCardTransaction } from './disputed-card-spend';
import { postedOf, sidesOf } from './disputed-payment';
import { FraudComplaint } from './fraud-complaint.entity';
import { FraudComplaints } from './fraud-complaints';
import { fraudComplaintsErrors } from './fraud-complaints.errors';

/** Clients read the kind of a posting, so it names no suspicion. */
const DISPUTE_REFUND_KIND = 'dispute-refund';

/** The end of upheld complaints, and of the liens that they keep (docs/api/fraud-complaints.md#money-under-lien). */
@Injectable()
export class ComplaintRefunds {
  constructor(
    private readonly complaints: FraudComplaints,
    private readonly liens: ComplaintLiens,
    private readonly ledger: LedgerService,
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly clock: Clock,
  ) {}

  /**
   * Pays the decided refund with the money under lien: the lien ends and the posting is made together.
   * @throws COMPLAINT_STATE (409), COMPLAINT_FOUR_EYES, COMPLAINT_NO_LIEN, COMPLAINT_REFUND (422) for a payment that
   *   does not stand, and the ledger's refusals
   */
  pay(write: WriteRequest, id: number): Promise<Outcome> {
    return this.complaints.change(write, id, { action: 'pay' }, async (tx, complaint) => {
      assertRefundIsDue(complaint);
      assertOtherPerson(write, complaint);
      if (!complaint.hasLien) throw fraudComplaintsErrors.COMPLAINT_NO_LIEN();
      await lockStandingPayment(tx, complaint);
      const postingId = await this.post(tx, write, complaint);
      return this.asRefunded(complaint, postingId);
    });
  }

  /**
   * Notes a posting that refunded the customer with other money, or the reversal of the payment; the lien ends with it,
   * by somebody else than who concluded the complaint.
   * @throws COMPLAINT_STATE (409), COMPLAINT_REFUND, also for a payment that does not stand, COMPLAINT_FOUR_EYES (422)
   */
  registered(write: WriteRequest, id: number, number: string): Promise<Outcome> {
    return this.complaints.change(
      write,
      id,
      { action: 'refund', payload: { posting: number } },
      async (tx, complaint) => {
        assertRefundIsDue(complaint);
        const posting = await postedOf(tx, complaint.institutionId, number);
        if ((await isReversal(tx, complaint, posting)) || (await isGiveBack(tx, complaint, posting)))
          return this.endedBy(tx, write, complaint, posting);
        const disputed = await lockStandingPayment(tx, complaint);
        const isOfComplaint =
          posting.id !== complaint.postingId &&
          posting.postedAt! >= disputed.postedAt! &&
          !(await goesBack(tx, posting)) &&
          !(await isRefundOfAnother(tx, complaint, posting.id)) &&
          posting.amountKobo === complaint.refundKobo &&
          (await reachesVictim(tx, complaint, posting));
        if (!isOfComplaint) throw fraudComplaintsErrors.COMPLAINT_REFUND();
        return this.endedBy(tx, write, complaint, posting);
      },
    );
  }

  /** The lien ends with a posting that gave the customer the money. @throws COMPLAINT_FOUR_EYES (422) */
  private async endedBy(
    tx: Tx,
    write: WriteRequest,
    complaint: FraudComplaint,
    { id }: Posting,
  ): Promise<Partial<FraudComplaint>> {
    if (complaint.hasLien) assertOtherPerson(write, complaint);
    await this.liens.release(tx, write, complaint);
    return this.asRefunded(complaint, id);
  }

  /**
   * Ends the lien of an upheld complaint without a refund, with the reason in the audit log.
   * @throws COMPLAINT_STATE (409), COMPLAINT_FOUR_EYES, COMPLAINT_NO_LIEN (422)
   */
  release(write: WriteRequest, id: number, note: string): Promise<Outcome> {
    const step = { action: 'release', payload: { note }, details: { note } };
    return this.complaints.change(write, id, step, async (tx, complaint) => {
      if (complaint.status !== 'upheld') throw fraudComplaintsErrors.COMPLAINT_STATE();
      assertOtherPerson(write, complaint);
      if (!complaint.hasLien) throw fraudComplaintsErrors.COMPLAINT_NO_LIEN();
      await this.liens.release(tx, write, complaint);
      return { hasLien: false };
    });
  }

  /** Between the accounts of the disputed payment, back. Neither screened nor held: staff have decided on it. */
  private async post(tx: Tx, write: WriteRequest, complaint: FraudComplaint): Promise<number> {
    const { institutionId, id, postingId: disputedId, receivingAccountId, refundKobo } = complaint;
    const disputed = await tx.findOneByOrFail(Posting, { institutionId, id: disputedId });
    const { victim } = await sidesOf(tx, disputed);
    if (!victim || receivingAccountId === null) throw fraudComplaintsErrors.COMPLAINT_REFUND();
    await this.ledgerAccounts.lockAll(tx, institutionId, [receivingAccountId, victim.id]);
    await this.liens.release(tx, write, complaint);
    const amountKobo = refundKobo!;
    const { postingId } = await this.ledger.requirePosted(tx, {
      institutionId,
      kind: DISPUTE_REFUND_KIND,
      reference: `DSP-${id}`,
      origin: 'portal',
      maker: write.actor,
      nature: ORDINARY,
      narration: `${DISPUTED}, returned`,
      amountKobo,
      feeKobo: 0n,
      legs: [
        { accountId: receivingAccountId, side: 'debit', amountKobo, role: 'principal', namedByCaller: false },
        // Money that comes back: neither an inactive account nor a limit of KYC stops it.
        { accountId: victim.id, side: 'credit', amountKobo, role: 'reversal', namedByCaller: false },
      ],
      operation: SYSTEM_POSTING,
    });
    return postingId;
  }

  private asRefunded({ institutionId }: FraudComplaint, refundPostingId: number): Partial<FraudComplaint> {
    return {
      status: 'refunded',
      refundedAt: this.clock.institutionNow(institutionId),
      refundPostingId,
      hasLien: false,
    };
  }
}

/** @throws COMPLAINT_STATE (409) */
function assertRefundIsDue({ status, refundDueAt }: FraudComplaint): void {
  if (status !== 'upheld' || refundDueAt === null) throw fraudComplaintsErrors.COMPLAINT_STATE();
}

/**
 * Locks the disputed payment, so that no reversal passes between this look and the refund.
 * @throws COMPLAINT_REFUND (422) where a reversal returned the money, or may still return it
 */
async function lockStandingPayment(
  tx: Tx,
  { institutionId, postingId: id, refundKobo }: FraudComplaint,
): Promise<Posting> {
  const disputed = await lockPosting(tx, institutionId, id);
  const spend = await lockCardTransaction(tx, disputed);
  if (spend && spend.givenBackKobo + refundKobo! > spend.amountKobo)
    throw fraudComplaintsErrors.COMPLAINT_REFUND(
      `The provider of the card gave ${formatNaira(spend.givenBackKobo)} of the payment back, so no more than the rest ` +
        'is refunded; register what it gave back where that is the refund.',
    );
  const payout = await tx.findOneBy(Payout, { institutionId, postingId: id });
  // Staff may have corrected the return of a payout: then its money has left again, and only its status says so.
  if (payout?.status === 'Processed') return disputed;
  if (payout === null ? await goesBack(tx, disputed) : payout.status === 'Reversed')
    throw fraudComplaintsErrors.COMPLAINT_REFUND(
      'The payment was reversed, or its reversal waits for approval; register that as the refund, or decline it.',
    );
  if (payout)
    throw fraudComplaintsErrors.COMPLAINT_REFUND(
      `The payment is ${payout.status}, so its money may still come back by itself; query or confirm it first.`,
    );
  return disputed;
}

/**
 * True for the posting that reversed the disputed payment: the customer has the whole of it back. A payout that came
 * back may be debited again, so its return is no refund.
 */
async function isReversal(
  tx: Tx,
  { institutionId, postingId, victimId }: FraudComplaint,
  { reversesId }: Posting,
): Promise<boolean> {
  return victimId !== null && reversesId === postingId && !(await tx.existsBy(Payout, { institutionId, postingId }));
}

/** True for a give-back by the provider of a card that returned the disputed spending, at least as much as decided. */
async function isGiveBack(tx: Tx, complaint: FraudComplaint, posting: Posting): Promise<boolean> {
  const { institutionId, postingId, refundKobo } = complaint;
  const spend = await lockCardTransaction(tx, await tx.findOneByOrFail(Posting, { institutionId, id: postingId }));
  if (!spend) return false;
  const giveBack = await lockCardTransaction(tx, posting);
  return giveBack?.originalId === spend.id && posting.amountKobo >= refundKobo!;
}

/** Locks a posting and tells whether a reversal returned its money, or waits to return it. */
async function goesBack(
  tx: Tx,
  { institutionId, id: reversesId }: Pick<Posting, 'institutionId' | 'id'>,
): Promise<boolean> {
  await lockPosting(tx, institutionId, reversesId);
  const status = Not(In(['Declined', 'Failed'] satisfies PostingStatus[]));
  return tx.existsBy(Posting, { institutionId, reversesId, status });
}

/** True where the money came from somebody else and is with who paid: a customer, or a sender elsewhere. */
async function reachesVictim(tx: Tx, complaint: FraudComplaint, posting: Posting): Promise<boolean> {
  if (complaint.victimId === null) return isReturnToSender(tx, complaint, posting);
  const { victim: payer, receiver } = await sidesOf(tx, posting);
  return payer?.customerId !== complaint.victimId && receiver?.customerId === complaint.victimId;
}

/** True for a transfer that has arrived at the account from which the disputed money came. */
async function isReturnToSender(
  tx: Tx,
  { institutionId, postingId }: FraudComplaint,
  { id }: Posting,
): Promise<boolean> {
  const sender = await tx.findOneBy(InwardTransfer, [
    { institutionId, postingId },
    { institutionId, settlementPostingId: postingId, status: 'Credited' },
  ]);
  const made = { institutionId, postingId: id, kind: OUTWARD_TRANSFER, status: 'Processed' } as const;
  const payout = await tx.findOneBy(Payout, made);
  if (!sender || !payout) return false;
  const { beneficiaryAccountNumber, destinationInstitutionCode } = payout.details;
  return (
    beneficiaryAccountNumber === sender.originatorAccountNumber &&
    destinationInstitutionCode === sender.originatorInstitutionCode
  );
}

/** One posting refunds one complaint. */
function isRefundOfAnother(tx: Tx, { institutionId }: FraudComplaint, refundPostingId: number): Promise<boolean> {
  return tx.existsBy(FraudComplaint, { institutionId, refundPostingId });
}

/** @throws COMPLAINT_FOUR_EYES (422) for the person who concluded the complaint */
function assertOtherPerson({ actor }: WriteRequest, { concludedBy }: FraudComplaint): void {
  if (actor === concludedBy) throw fraudComplaintsErrors.COMPLAINT_FOUR_EYES();
}
