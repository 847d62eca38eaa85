import { Injectable } from '@nestjs/common';
import { Outcome } from '../../common/http/outcome';
import { koboToNaira } from '../../common/money/naira';
import type { AccountDirectoryEntry } from '../../ledger/chart/account-directory-entry.entity';
import { ledgerErrors } from '../../ledger/ledger.errors';
import type { PostingPlan } from '../../ledger/movements/movement-operations';
import { NamedAccounts } from '../../postings/named-accounts';
import { TRANSFER_KIND } from '../../postings/posting-kinds';
import { assertPair } from '../../postings/transaction-type';
import { OwnInstitution } from '../own-institution';
import { TransferCharges } from '../transfer-charges';
import { buildTransferLegs } from '../transfer-legs';
import { localTransferMetadata } from '../transfer-metadata';
import type { LocalTransferView } from './local-transfers.dto';

/** A transfer inside the institution, whichever route asked for it. */
export interface LocalTransferInstruction {
  /** Unique among the institution's transfers. */
  reference: string;
  debitAccount: string;
  creditAccount: string;
  amountKobo: bigint;
  narration: string;
  /** What the credited side sees instead. */
  beneficiaryNarration?: string | undefined;
  /** The request's names of the two account fields. */
  fields?: { debit: string; credit: string };
  /** Whether only a customer's account may be debited. */
  customersOnly?: boolean;
  postingsTransactionType?: number | undefined;
  feeKobo: bigint;
  feeIncomeGL?: string | undefined;
  instrumentNumber?: string | undefined;
}

const LOCAL_FIELDS = { debit: 'debitAccount', credit: 'creditAccount' };

/** Turns a local transfer into the posting that makes it: accounts, legs, charges, metadata and answer. */
@Injectable()
export class LocalTransferPlanner {
  constructor(
    private readonly accounts: NamedAccounts,
    private readonly charges: TransferCharges,
    private readonly institutions: OwnInstitution,
  ) {}

  /**
   * @throws ACCOUNT_NOT_FOUND, LEDGER_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED, SAME_ACCOUNT,
   *   POSTINGS_TRANSACTION_TYPE_MISMATCH (422), VALIDATION_FAILED (400), CHARGES_NOT_CONFIGURED (503)
   */
  async plan(institutionId: number, instruction: LocalTransferInstruction): Promise<PostingPlan> {
    const { reference, amountKobo, feeKobo, narration, beneficiaryNarration, instrumentNumber } = instruction;
    const { debit, credit } = await this.pair(institutionId, instruction);
    assertPair(debit, credit, instruction.postingsTransactionType);
    const charges = await this.charges.ofLocal(institutionId, {
      amountKobo,
      feeKobo,
      feeIncomeGL: instruction.feeIncomeGL,
      debit,
    });
    const institution = await this.institutions.find(institutionId);
    return {
      kind: TRANSFER_KIND,
      reference,
      narration,
      legs: buildTransferLegs(
        debit,
        credit,
        amountKobo,
        charges,
        beneficiaryNarration === undefined ? {} : { narration: beneficiaryNarration },
      ),
      amountKobo,
      feeKobo,
      instrumentNumber,
      metadata: (locked, posting) =>
        localTransferMetadata({ institution, debit, credit, narration, beneficiaryNarration }, locked, posting),
      countsTowardsLimits: debit.kind === 'deposit',
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

  private async pair(
    institutionId: number,
    { debitAccount, creditAccount, fields = LOCAL_FIELDS, customersOnly = false }: LocalTransferInstruction,
  ): Promise<Record<'debit' | 'credit', AccountDirectoryEntry>> {
    const found = await this.accounts.find(institutionId, {
      [fields.debit]: debitAccount,
      [fields.credit]: creditAccount,
    });
    const [debit, credit] = [found[fields.debit]!, found[fields.credit]!];
    if (debit.kind === 'virtual')
      throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED(`${fields.debit} is a virtual account, which cannot be debited.`, {
        field: fields.debit,
      });
    if (customersOnly && debit.kind === 'gl')
      throw ledgerErrors.ACCOUNT_NOT_FOUND(`${fields.debit} names no customer account of the institution.`, {
        field: fields.debit,
      });
    return { debit, credit };
  }
}
