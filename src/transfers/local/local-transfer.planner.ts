import { Injectable } from '@nestjs/common';
import { nairaToKobo } from '../../common/money/naira';
import { MemberOf } from '../../common/registry/registry';
import { nonBlankOr } from '../../common/text/non-blank-or';
import type { AccountDirectoryEntry } from '../../ledger/chart/account-directory-entry.entity';
import { type MovementSource, ORDINARY } from '../../ledger/engine/posting-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import {
  type Movement,
  type MovementPlanner,
  MovementPlanners,
  type PostingPlan,
} from '../../ledger/movements/movement-planners';
import { NamedAccounts } from '../../postings/named-accounts';
import { TRANSFER_KIND } from '../../postings/posting-kinds';
import { assertPair } from '../../postings/transaction-type';
import type { FundsTransferBody } from '../outward/funds-transfer.dto';
import { OwnInstitution } from '../own-institution';
import { TransferCharges } from '../transfer-charges';
import { buildTransferLegs } from '../transfer-legs';
import { localTransfer } from './local-transfer.operation';
import { LocalTransferNotices } from './local-transfer-notices';
import type { LocalFundTransferBody } from './local-transfers.dto';

/** The body of either route that transfers inside the institution. */
export type LocalTransferBody = LocalFundTransferBody | FundsTransferBody;

/** A transfer inside the institution, independent of the route that requested it. */
interface LocalTransferInstruction {
  /** Unique among the institution's local transfers. */
  reference: string;
  /** Only of `fundstransfer`: unique among all its payments. */
  transactionReference: string | undefined;
  debitAccount: string;
  creditAccount: string;
  amountKobo: bigint;
  narration: string;
  /** The narration of the credit leg, when it differs from that of the posting. */
  beneficiaryNarration: string | undefined;
  /** The names of the two account fields in the body, for refusals. */
  fields: { debit: string; credit: string };
  /** True when only a customer's account may be debited. */
  customersOnly: boolean;
  postingsTransactionType: number | undefined;
  feeKobo: bigint;
  feeIncomeGL: string | undefined;
  instrumentNumber: string | undefined;
}

const DEFAULT_NARRATION = 'Local transfer';

/** Plans a transfer inside the institution: accounts, charges and legs. */
@Injectable()
@MemberOf(MovementPlanners)
export class LocalTransferPlanner implements MovementPlanner<LocalTransferBody> {
  readonly operation = localTransfer;

  constructor(
    private readonly accounts: NamedAccounts,
    private readonly charges: TransferCharges,
    private readonly institutions: OwnInstitution,
    private readonly notices: LocalTransferNotices,
  ) {}

  /**
   * @throws ACCOUNT_NOT_FOUND, LEDGER_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED, SAME_ACCOUNT,
   *   POSTINGS_TRANSACTION_TYPE_MISMATCH, FEE_TOO_HIGH (422), VALIDATION_FAILED (400), CHARGES_NOT_CONFIGURED (503)
   */
  async plan({ institutionId, source }: Movement<LocalTransferBody>): Promise<PostingPlan> {
    const instruction = instructionOf(source);
    const { reference, transactionReference, amountKobo, feeKobo, narration, beneficiaryNarration } = instruction;
    const { debit, credit } = await this.pair(institutionId, instruction);
    assertPair(debit, credit, instruction.postingsTransactionType);
    const { feeIncomeGL } = instruction;
    const charges = await this.charges.ofLocal(institutionId, { amountKobo, feeKobo, feeIncomeGL, debit, credit });
    const institution = await this.institutions.find(institutionId);
    const creditNarration = beneficiaryNarration === undefined ? {} : { narration: beneficiaryNarration };
    return {
      kind: TRANSFER_KIND,
      reference,
      ...(transactionReference === undefined ? {} : { transactionReference }),
      operation: localTransfer.with({
        institution: { code: institution.code, name: institution.name },
        debit,
        credit,
        amountKobo,
        feeKobo,
        narration,
        beneficiaryNarration: beneficiaryNarration ?? narration,
        notices: await this.notices.plan(institutionId, { debit, credit }),
      }),
      nature: ORDINARY,
      narration,
      legs: buildTransferLegs(debit, credit, amountKobo, charges, creditNarration),
      amountKobo,
      feeKobo,
      instrumentNumber: instruction.instrumentNumber,
      parties: { sourceAccounts: [instruction.debitAccount], destinationAccounts: [instruction.creditAccount] },
    };
  }

  private async pair(
    institutionId: number,
    { debitAccount, creditAccount, fields, customersOnly }: LocalTransferInstruction,
  ): Promise<Record<'debit' | 'credit', AccountDirectoryEntry>> {
    const found = await this.accounts.find(institutionId, {
      [fields.debit]: debitAccount,
      [fields.credit]: creditAccount,
    });
    const [debit, credit] = [found[fields.debit]!, found[fields.credit]!];
    const field = fields.debit;
    if (debit.kind === 'virtual')
      throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED(`${field} is a virtual account, which cannot be debited.`, {
        field,
      });
    if (customersOnly && debit.kind === 'gl')
      throw ledgerErrors.ACCOUNT_NOT_FOUND(`${field} names no customer account of the institution.`, { field });
    return { debit, credit };
  }
}

function instructionOf({ payload, requestReference }: MovementSource<LocalTransferBody>): LocalTransferInstruction {
  return 'transactionReference' in payload
    ? fromFundsTransfer(payload)
    : fromLocalFundTransfer(payload, requestReference);
}

/** The body has no reference of its own, so the request reference is also the transfer's reference. */
function fromLocalFundTransfer(
  body: LocalFundTransferBody,
  requestReference: string | undefined,
): LocalTransferInstruction {
  if (requestReference === undefined) throw new Error('A local transfer needs a request reference.');
  // Optional fields may arrive as null, which means the same as their absence.
  return {
    reference: requestReference,
    transactionReference: undefined,
    debitAccount: body.debitAccount,
    creditAccount: body.creditAccount,
    fields: { debit: 'debitAccount', credit: 'creditAccount' },
    customersOnly: false,
    amountKobo: nairaToKobo(body.amount)!,
    narration: nonBlankOr(body.narration, DEFAULT_NARRATION),
    beneficiaryNarration: undefined,
    postingsTransactionType: body.postingsTransactionType ?? undefined,
    feeKobo: nairaToKobo(body.feeCharge ?? 0)!,
    feeIncomeGL: body.feeIncomeGL ?? undefined,
    instrumentNumber: body.instrumentNumber ?? undefined,
  };
}

/** A funds transfer to an account of the same institution. Only a customer's account may send a funds transfer. */
function fromFundsTransfer(body: FundsTransferBody): LocalTransferInstruction {
  const narration = nonBlankOr(body.originatorNarration, DEFAULT_NARRATION);
  return {
    reference: body.transactionReference,
    transactionReference: body.transactionReference,
    debitAccount: body.originatorAccountNumber,
    creditAccount: body.beneficiaryAccountNumber,
    fields: { debit: 'originatorAccountNumber', credit: 'beneficiaryAccountNumber' },
    customersOnly: true,
    amountKobo: nairaToKobo(body.amount)!,
    narration,
    beneficiaryNarration: nonBlankOr(body.beneficiaryNarration, narration),
    postingsTransactionType: undefined,
    feeKobo: 0n,
    feeIncomeGL: undefined,
    instrumentNumber: undefined,
  };
}
