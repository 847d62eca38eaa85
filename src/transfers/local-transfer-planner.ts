import { Injectable } from '@nestjs/common';
import { Outcome } from '../common/http/outcome';
import { koboToNaira } from '../common/money/naira';
import type { PostingPlan } from '../ledger/movement-operations';
import { NamedAccounts } from '../postings/named-accounts';
import { TRANSFER_KIND } from '../postings/posting-kinds';
import { assertPair } from '../postings/transaction-type';
import { LocalTransferCharges } from './local-transfer-charges';
import { buildTransferLegs } from './local-transfer-legs';
import { OwnInstitution } from './own-institution';
import { localTransferMetadata } from './transfer-metadata';
import type { LocalTransferView } from './transfers.dto';

/** A transfer inside the institution, whichever route asked for it. */
export interface LocalTransferInstruction {
  /** Unique among the institution's transfers. */
  reference: string;
  debitAccount: string;
  creditAccount: string;
  amountKobo: bigint;
  narration: string;
  postingsTransactionType?: number | undefined;
  feeKobo: bigint;
  feeIncomeGL?: string | undefined;
  instrumentNumber?: string | undefined;
}

/** Turns a local transfer into the posting that makes it: accounts, legs, charges, metadata and answer. */
@Injectable()
export class LocalTransferPlanner {
  constructor(
    private readonly accounts: NamedAccounts,
    private readonly charges: LocalTransferCharges,
    private readonly institutions: OwnInstitution,
  ) {}

  /**
   * @throws ACCOUNT_NOT_FOUND, LEDGER_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED, SAME_ACCOUNT,
   *   POSTINGS_TRANSACTION_TYPE_MISMATCH (422), VALIDATION_FAILED (400), CHARGES_NOT_CONFIGURED (503)
   */
  async plan(institutionId: number, instruction: LocalTransferInstruction): Promise<PostingPlan> {
    const { reference, amountKobo, feeKobo, narration, instrumentNumber } = instruction;
    const { debitAccount: debit, creditAccount: credit } = await this.accounts.find(institutionId, {
      debitAccount: instruction.debitAccount,
      creditAccount: instruction.creditAccount,
    });
    assertPair(debit, credit, instruction.postingsTransactionType);
    const charges = await this.charges.of(institutionId, { amountKobo, feeKobo, feeIncomeGL: instruction.feeIncomeGL, debit });
    const institution = await this.institutions.find(institutionId);
    return {
      kind: TRANSFER_KIND,
      reference,
      narration,
      legs: buildTransferLegs(debit, credit, amountKobo, charges),
      amountKobo,
      feeKobo,
      instrumentNumber,
      metadata: (locked, posting) => localTransferMetadata({ institution, debit, credit, narration }, locked, posting),
      limited: debit.kind === 'deposit',
      reply: (posted) =>
        Outcome.done<LocalTransferView>(
          {
            referenceNumber: posted.reference,
            postingReferenceNumber: posted.postingReferenceNumber,
            amount: koboToNaira(amountKobo),
            feeCharged: koboToNaira(feeKobo),
            debitAccount: debit.number,
            creditAccount: credit.number,
            transactionDate: posted.postedAt.toISOString(),
            isSuccessful: true,
          },
          'Transfer successful',
        ),
    };
  }
}
