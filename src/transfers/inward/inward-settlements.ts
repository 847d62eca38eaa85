import { Injectable } from '@nestjs/common';
import { assertAccountStatus } from '../../accounts/assert-account-status';
import type { Approval } from '../../approvals/approval.entity';
import { ApprovalGate } from '../../approvals/approval-gate';
import { pendingApproval } from '../../approvals/approval-rows';
import { type ApprovalSubject, ApprovalSubjects } from '../../approvals/approval-subjects';
import { AuditLog } from '../../common/audit/audit-log';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { formatNaira } from '../../common/money/naira';
import { MemberOf } from '../../common/registry/registry';
import { Clock } from '../../common/time/clock';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { AccountDirectoryEntry } from '../../ledger/chart/account-directory-entry.entity';
import { LedgerService } from '../../ledger/engine/ledger.service';
import { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { Posting } from '../../ledger/engine/posting.entity';
import { PostingEntry } from '../../ledger/engine/posting-entry.entity';
import { ORDINARY, type Posted } from '../../ledger/engine/posting-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { assertNotClosed, principalLeg } from '../../postings/movement-leg';
import type { TransferMetadata } from '../transfer-metadata';
import { transfersErrors } from '../transfers.errors';
import { transfersPermissions } from '../transfers.permissions';
import { InwardLedgers } from './inward-ledgers';
import { InwardReturns, type PlannedReturn } from './inward-returns';
import { INWARD_SETTLEMENT, inwardSettlement } from './inward-settlement.operation';
import { InwardTransfer } from './inward-transfer.entity';
import type { SettleInwardTransferBody } from './inward-transfers-admin.dto';

/** What staff decided about money in suspense: the account that gets it, or its return. */
interface SettlementDetails extends Record<string, unknown> {
  inwardTransferId: number;
  note: string;
  accountNumber?: string;
  return?: PlannedReturn;
}

/**
 * Two members of staff take an inward transfer out of suspense: to an account, or back to the sender
 * (docs/api/inward-transfers.md#suspense).
 */
@Injectable()
@MemberOf(ApprovalSubjects)
export class InwardSettlements implements ApprovalSubject {
  readonly operation = 'settle-inward-transfer';
  readonly title = 'Settle Inward Transfer';
  readonly permission = transfersPermissions.approveInwardSettlements;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: IdempotentWrites,
    private readonly gate: ApprovalGate,
    private readonly ledgers: InwardLedgers,
    private readonly returns: InwardReturns,
    private readonly directory: AccountDirectory,
    private readonly ledger: LedgerService,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens the approval; no money moves before another member of staff approves it.
   * @returns 202 with the approval's id.
   * @throws INWARD_TRANSFER_NOT_FOUND, ACCOUNT_NOT_FOUND (404), INWARD_TRANSFER_NOT_IN_SUSPENSE,
   *   INWARD_SETTLEMENT_WAITS (409); ACCOUNT_CLOSED and the like (409) of an account that takes no credits; the errors
   *   of the name enquiry for a return
   */
  async request(write: WriteRequest, body: SettleInwardTransferBody): Promise<Outcome> {
    const { institutionId } = write;
    const { sessionId, outcome, note } = body;
    const found = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneBy(InwardTransfer, { institutionId, sessionId }),
    );
    if (!found) throw transfersErrors.INWARD_TRANSFER_NOT_FOUND();
    assertInSuspense(found);
    const settlement = outcome === 'Credited' ? await this.credit(found, body) : await this.return(found);
    const details: SettlementDetails = { inwardTransferId: found.id, note, ...settlement };
    return this.writes.run(write, body, async (tx) => {
      const transfer = await this.lock(tx, institutionId, found.id);
      assertInSuspense(transfer);
      if (await this.gate.isAwaited(tx, institutionId, this.operation, { inwardTransferId: transfer.id }))
        throw transfersErrors.INWARD_SETTLEMENT_WAITS();
      const summary = `Inward transfer ${sessionId} of ${formatNaira(transfer.amountKobo)} ${purposeOf(details)}: ${note}`;
      const approvalId = await this.gate.ask(tx, write, {
        operation: this.operation,
        amountKobo: transfer.amountKobo,
        summary,
        details,
        always: true,
      });
      await this.audit.record(tx, write, {
        action: 'inward-transfer.settle',
        subject: `inward-transfer:${transfer.id}`,
        details: { outcome, accountNumber: body.accountNumber ?? null, note },
      });
      return pendingApproval(approvalId!, 'Another member of staff must approve; no funds moved.', { sessionId });
    });
  }

  async onApproved(tx: Tx, approval: Approval): Promise<void> {
    const { institutionId, maker } = approval;
    const details = approval.details as SettlementDetails;
    const transfer = await this.lock(tx, institutionId, details.inwardTransferId);
    assertInSuspense(transfer);
    const suspenseAccountId = await this.suspenseOf(tx, transfer);
    if (details.return) {
      const { postingId } = await this.returns.send(tx, { transfer, suspenseAccountId, maker }, details.return);
      await tx.update(
        InwardTransfer,
        { institutionId, id: transfer.id },
        { status: 'Returning', settlementPostingId: postingId, returnReference: details.return.reference },
      );
      return;
    }
    const accountNumber = details.accountNumber!;
    const { postingId } = await this.creditFromSuspense(tx, approval, { transfer, suspenseAccountId, accountNumber });
    await tx.update(
      InwardTransfer,
      { institutionId, id: transfer.id },
      {
        status: 'Credited',
        creditedAccountNumber: accountNumber,
        settlementPostingId: postingId,
        settledAt: this.clock.institutionNow(institutionId),
      },
    );
  }

  /** The money stays in suspense, so that staff can settle it again. */
  onDeclined(): Promise<void> {
    return Promise.resolve();
  }

  private async credit(
    { institutionId }: InwardTransfer,
    { accountNumber }: SettleInwardTransferBody,
  ): Promise<Pick<SettlementDetails, 'accountNumber'>> {
    const account = await this.directory.require(institutionId, accountNumber!);
    if (account.kind === 'gl')
      throw ledgerErrors.ACCOUNT_NOT_FOUND(`There is no customer account ${accountNumber!}; check the number.`);
    assertNotClosed(account);
    const { ledgerAccountId: id } = account;
    assertAccountStatus(
      await this.unitOfWork.read(institutionId, (tx) => tx.findOneByOrFail(LedgerAccount, { institutionId, id })),
      ['Dormant', 'Frozen'],
    );
    return { accountNumber: account.number };
  }

  private async return(transfer: InwardTransfer): Promise<Pick<SettlementDetails, 'return'>> {
    const { suspense } = await this.ledgers.require(transfer.institutionId);
    return { return: await this.returns.plan(transfer, suspense.number) };
  }

  private async creditFromSuspense(
    tx: Tx,
    { id, maker }: Approval,
    {
      transfer,
      suspenseAccountId,
      accountNumber,
    }: { transfer: InwardTransfer; suspenseAccountId: number; accountNumber: string },
  ): Promise<Posted> {
    const { institutionId, amountKobo, narration } = transfer;
    const account = await tx.findOneByOrFail(AccountDirectoryEntry, { institutionId, number: accountNumber });
    const { additionalMetadata } = await tx.findOneByOrFail(Posting, { institutionId, id: transfer.postingId });
    const metadata = additionalMetadata as TransferMetadata | null;
    return this.ledger.requirePosted(tx, {
      institutionId,
      kind: INWARD_SETTLEMENT,
      reference: `IWS-${id}`,
      origin: 'portal',
      maker,
      nature: ORDINARY,
      narration,
      amountKobo,
      feeKobo: 0n,
      legs: [
        { accountId: suspenseAccountId, side: 'debit', amountKobo, role: 'principal', namedByCaller: false },
        principalLeg(account, 'credit', amountKobo),
      ],
      operation: inwardSettlement.with({
        metadata: metadata && { ...metadata, account_number_to: accountNumber, processing_status: 'Processed' },
      }),
    });
  }

  /** The account of record that the transfer was credited to, also when another suspense ledger is configured now. */
  private async suspenseOf(tx: Tx, { institutionId, postingId }: InwardTransfer): Promise<number> {
    const { accountId } = await tx.findOneByOrFail(PostingEntry, { institutionId, postingId, side: 'credit' });
    return accountId;
  }

  private lock(tx: Tx, institutionId: number, id: number): Promise<InwardTransfer> {
    return tx.findOneOrFail(InwardTransfer, {
      where: { institutionId, id },
      lock: { mode: 'for_no_key_update' },
    });
  }
}

function assertInSuspense({ status }: InwardTransfer): void {
  if (status === 'InSuspense') return;
  throw transfersErrors.INWARD_TRANSFER_NOT_IN_SUSPENSE(
    `The inward transfer is ${status}; only money in suspense can be credited or returned.`,
  );
}

function purposeOf({ accountNumber, return: planned }: SettlementDetails): string {
  if (!planned) return `to be credited to ${accountNumber!}`;
  const { beneficiaryAccountNumber, beneficiaryAccountName, beneficiaryBankName } = planned.facts;
  return `to be returned to ${beneficiaryAccountNumber}, ${beneficiaryAccountName}, ${beneficiaryBankName}`;
}
