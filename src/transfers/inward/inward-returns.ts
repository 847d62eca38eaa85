import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { cutText } from '../../common/text/cut-text';
import { Clock } from '../../common/time/clock';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { LedgerService } from '../../ledger/engine/ledger.service';
import { ORDINARY, type Posted } from '../../ledger/engine/posting-request';
import type { Payout } from '../../payouts/payout.entity';
import { NameLookup } from '../outward/name-lookup';
import { outwardTransfer, type OutwardTransferFacts } from '../outward/outward-transfer.operation';
import { OUTWARD_TRANSFER } from '../outward/outward-transfer-kind';
import { newSessionId } from '../outward/session-id';
import { OwnInstitution } from '../own-institution';
import { transfersErrors } from '../transfers.errors';
import { InwardTransfer } from './inward-transfer.entity';

const RETURN_FAILED = 'RETURN_FAILED';

/** The outward transfer that will return an inward one, as it is planned before staff approve it. */
export interface PlannedReturn {
  reference: string;
  sessionId: string;
  facts: OutwardTransferFacts;
  beneficiaryKycLevel: number | null;
  /** The ledger through which the provider settles. */
  settlementAccountId: number;
}

/** The money in suspense and the member of staff who asked for its return. */
interface ReturnedMoney {
  transfer: InwardTransfer;
  /** The account of record of the suspense ledger. */
  suspenseAccountId: number;
  maker: string;
}

/**
 * Returns money in suspense to its sender by an outward transfer of the institution itself
 * (docs/api/inward-transfers.md#return).
 */
@Injectable()
export class InwardReturns {
  constructor(
    private readonly names: NameLookup,
    private readonly institutions: OwnInstitution,
    private readonly directory: AccountDirectory,
    private readonly ledger: LedgerService,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /**
   * Looks up the sender's account. Never call it inside a transaction: it calls the provider.
   * @throws as `NameLookup.find` does; CHARGES_NOT_CONFIGURED (503)
   */
  async plan(transfer: InwardTransfer, suspenseLedgerCode: string): Promise<PlannedReturn> {
    const { institutionId, originatorAccountNumber, originatorInstitutionCode, narration } = transfer;
    const { provider, ledgerCode, bankName, found } = await this.names.find(institutionId, {
      accountNumber: originatorAccountNumber,
      destinationInstitutionCode: originatorInstitutionCode,
    });
    const settlement = await this.directory.find(institutionId, ledgerCode);
    if (settlement?.kind !== 'gl')
      throw transfersErrors.CHARGES_NOT_CONFIGURED('The ledger that outward transfers settle through does not exist.');
    const { name, timeZone } = await this.institutions.find(institutionId);
    const returnNarration = cutText(`Return of ${narration}`, 250);
    return {
      reference: `RTN-${await this.ids.next()}`,
      sessionId: newSessionId(await this.institutions.switchCode(institutionId), this.clock.now(), timeZone),
      settlementAccountId: settlement.ledgerAccountId,
      beneficiaryKycLevel: found.kycLevel,
      facts: {
        provider,
        nameEnquiryRef: found.reference,
        destinationInstitutionCode: originatorInstitutionCode,
        beneficiaryBankName: bankName,
        beneficiaryAccountName: found.accountName,
        beneficiaryAccountNumber: originatorAccountNumber,
        beneficiaryBvn: null,
        originatorAccountName: name,
        originatorAccountNumber: suspenseLedgerCode,
        originatorBvn: null,
        originatorNarration: returnNarration,
        beneficiaryNarration: returnNarration,
      },
    };
  }

  /** Debits suspense and creates the payout, in the caller's transaction; the worker sends it after the commit. */
  async send(tx: Tx, { transfer, suspenseAccountId, maker }: ReturnedMoney, planned: PlannedReturn): Promise<Posted> {
    const { institutionId, amountKobo } = transfer;
    const { reference, sessionId, facts, beneficiaryKycLevel, settlementAccountId } = planned;
    return this.ledger.requirePosted(tx, {
      institutionId,
      kind: OUTWARD_TRANSFER,
      reference,
      origin: 'portal',
      maker,
      nature: ORDINARY,
      narration: facts.originatorNarration,
      amountKobo,
      feeKobo: 0n,
      legs: [
        { accountId: suspenseAccountId, side: 'debit', amountKobo, role: 'principal', namedByCaller: false },
        { accountId: settlementAccountId, side: 'credit', amountKobo, role: 'principal', namedByCaller: false },
      ],
      operation: outwardTransfer.with({
        transfer: facts,
        payout: {
          institutionId,
          id: await this.ids.next(),
          jobId: await this.ids.next(),
          kind: OUTWARD_TRANSFER,
          reference,
          accountNumber: facts.originatorAccountNumber,
          provider: facts.provider,
          sessionId,
          amountKobo,
          feeKobo: 0n,
          vatKobo: 0n,
          stampDutyKobo: 0n,
          details: { ...facts, beneficiaryKycLevel, originatorKycLevel: null, inwardTransferId: transfer.id },
          createdBy: maker,
        },
      }),
    });
  }

  /**
   * Follows the payout that returns an inward transfer: the sender has the money, or it is back in suspense. Does
   * nothing for any other payout.
   * @throws INWARD_TRANSFER_NOT_IN_SUSPENSE (409) when a return that failed is said to be paid after all, and the money
   *   has gone to an account in the meantime
   */
  async follow(tx: Tx, payout: Payout): Promise<void> {
    const { institutionId, details, status, reference } = payout;
    const id = details.inwardTransferId;
    if (typeof id !== 'number' || (status !== 'Processed' && status !== 'Reversed')) return;
    const transfer = await tx.findOneOrFail(InwardTransfer, {
      where: { institutionId, id },
      lock: { mode: 'for_no_key_update' },
    });
    const isOurs = transfer.returnReference === reference && transfer.status !== 'Credited';
    if (!isOurs) throw transfersErrors.INWARD_TRANSFER_NOT_IN_SUSPENSE();
    const changes =
      status === 'Processed'
        ? {
            status: 'Returned' as const,
            settlementPostingId: payout.correctionPostingId ?? payout.postingId,
            settledAt: this.clock.institutionNow(institutionId),
            ...(transfer.reason === RETURN_FAILED ? { reason: null, reasonMessage: null } : {}),
          }
        : { status: 'InSuspense' as const, settlementPostingId: null, settledAt: null, ...failed(reference) };
    await tx.update(InwardTransfer, { institutionId, id }, changes);
  }
}

function failed(reference: string): Pick<InwardTransfer, 'reason' | 'reasonMessage'> {
  return {
    reason: RETURN_FAILED,
    reasonMessage: `The return ${reference} failed and its money is back in suspense.`,
  };
}
