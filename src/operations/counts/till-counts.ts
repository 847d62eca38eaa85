import { Injectable } from '@nestjs/common';
import type { Approval } from '../../approvals/approval.entity';
import { ApprovalGate } from '../../approvals/approval-gate';
import { type ApprovalSubject, ApprovalSubjects } from '../../approvals/approval-subjects';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import { AuditLog } from '../../common/audit/audit-log';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { actorName, type StaffActor } from '../../common/http/actor';
import type { WriteRequest } from '../../common/http/write-request';
import { formatNaira, koboToNaira } from '../../common/money/naira';
import { MemberOf } from '../../common/registry/registry';
import { Clock } from '../../common/time/clock';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { LedgerAccounts } from '../../ledger/chart/ledger-accounts';
import { ledgerBalanceKobo } from '../../ledger/engine/available-balance';
import { LedgerService } from '../../ledger/engine/ledger.service';
import { LedgerAccount, type Side } from '../../ledger/engine/ledger-account.entity';
import { SYSTEM_POSTING } from '../../ledger/engine/posting-operation';
import { ORDINARY, type PostingLeg } from '../../ledger/engine/posting-request';
import { operationsErrors } from '../operations.errors';
import { operationsPermissions } from '../operations.permissions';
import { TILL_DIFFERENCE_LEDGER } from '../operations.settings';
import { Till } from '../till.entity';
import { Tills } from '../tills';
import { sortedPieces, worthKobo } from './denominations';
import { TillCount } from './till-count.entity';
import type { CountTillBody } from './till-counts.dto';

/** The kind of the posting of a difference. */
const TILL_DIFFERENCE_KIND = 'till-difference';

/**
 * Counts the cash of tills. A difference to the ledger is posted to the ledger of cash differences once a second member
 * of staff has approved it (docs/api/postings.md#counts).
 */
@Injectable()
@MemberOf(ApprovalSubjects)
export class TillCounts implements ApprovalSubject {
  readonly operation = 'till-difference';
  readonly title = 'Difference of a Till';
  readonly permission = operationsPermissions.approveTillDifferences;
  readonly consequence = 'The difference is posted between the till and the ledger of cash differences at once.';

  constructor(
    private readonly tills: Tills,
    private readonly accounts: LedgerAccounts,
    private readonly settings: InstitutionSettings,
    private readonly gate: ApprovalGate,
    private readonly ledger: LedgerService,
    private readonly ids: IdAllocator,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Keeps a count. Under the lock of the till's account no cash moves between the two figures.
   * @throws TILL_NOT_FOUND (404), TILL_COUNT_PENDING (409), TILL_INACTIVE (422),
   *   TILL_DIFFERENCE_LEDGER_NOT_CONFIGURED (503)
   */
  async count(tx: Tx, write: WriteRequest, tillId: number, { denominations, note }: CountTillBody): Promise<TillCount> {
    const { institutionId, actor } = write;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const till = await this.tills.lock(tx, institutionId, tillId);
    if (till.status !== 'Active') throw operationsErrors.TILL_INACTIVE();
    const pending = await tx.findOneBy(TillCount, { institutionId, tillId, status: 'PendingApproval' });
    if (pending) throw operationsErrors.TILL_COUNT_PENDING(undefined, { approvalId: pending.approvalId });
    const ledgerKobo = ledgerBalanceKobo(await this.accounts.lock(tx, institutionId, tillId));
    const count: TillCount = {
      institutionId,
      id: await this.ids.next(),
      tillId,
      businessDate,
      countedKobo: worthKobo(denominations),
      ledgerKobo,
      denominations: sortedPieces(denominations),
      note: note ?? null,
      status: 'Balanced',
      approvalId: null,
      postingId: null,
      countedBy: actor,
      countedAt: this.clock.institutionNow(institutionId),
    };
    if (count.countedKobo !== ledgerKobo) await this.askForDifference(tx, write, till, count);
    await tx.insert(TillCount, count);
    await this.audit.record(tx, write, {
      action: 'till.count',
      subject: `till:${till.accountNumber}`,
      details: { countId: count.id, ...figuresOf(count), approvalId: count.approvalId },
    });
    return count;
  }

  async onApproved(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const { institutionId } = approval;
    await lockBusinessDate(tx, institutionId);
    const count = await this.waiting(tx, approval);
    const till = await this.tills.lock(tx, institutionId, count.tillId);
    const differenceId = await this.differenceLedger(tx, institutionId);
    const { postingId } = await this.ledger.requirePosted(tx, {
      institutionId,
      kind: TILL_DIFFERENCE_KIND,
      reference: `TLC-${count.id}`,
      origin: 'portal',
      maker: approval.maker,
      nature: ORDINARY,
      narration: `Cash ${count.countedKobo > count.ledgerKobo ? 'over' : 'short'} of ${till.name}, ${count.businessDate}`,
      amountKobo: absolute(count.countedKobo - count.ledgerKobo),
      feeKobo: 0n,
      legs: differenceLegs(count, differenceId, till.branchId),
      operation: SYSTEM_POSTING,
    });
    await this.settle(tx, staff, count, { status: 'Posted', postingId });
  }

  async onDeclined(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    await this.settle(tx, staff, await this.waiting(tx, approval), { status: 'Declined' });
  }

  private async askForDifference(tx: Tx, write: WriteRequest, till: Till, count: TillCount): Promise<void> {
    await this.differenceLedger(tx, write.institutionId);
    const differenceKobo = count.countedKobo - count.ledgerKobo;
    const amount = formatNaira(absolute(differenceKobo));
    count.status = 'PendingApproval';
    count.approvalId = (await this.gate.ask(tx, write, {
      operation: this.operation,
      amountKobo: absolute(differenceKobo),
      summary:
        `${till.name} has ${amount} too ${differenceKobo > 0n ? 'much' : 'little'}: counted ` +
        `${formatNaira(count.countedKobo)}, ledger ${formatNaira(count.ledgerKobo)}, ${count.businessDate}`,
      details: { countId: count.id, tillId: till.id },
      always: true,
    }))!;
  }

  /**
   * The ledger of cash differences: no account of a customer, and no till, where a difference would be gone again.
   * @throws TILL_DIFFERENCE_LEDGER_NOT_CONFIGURED (503)
   */
  private async differenceLedger(tx: Tx, institutionId: number): Promise<number> {
    const code = await this.settings.getWithin(tx, institutionId, TILL_DIFFERENCE_LEDGER);
    if (code === undefined) throw operationsErrors.TILL_DIFFERENCE_LEDGER_NOT_CONFIGURED();
    const named = { institutionId, number: code, kind: 'gl', status: 'Active', isControl: false } as const;
    const ledger = await tx.findOneBy(LedgerAccount, named);
    if (!ledger || (await tx.existsBy(Till, { institutionId, id: ledger.id })))
      throw operationsErrors.TILL_DIFFERENCE_LEDGER_NOT_CONFIGURED();
    return ledger.id;
  }

  private async waiting(tx: Tx, { institutionId, details }: Approval): Promise<TillCount> {
    const { countId } = details as unknown as { countId: number };
    return tx.findOneOrFail(TillCount, {
      where: { institutionId, id: countId, status: 'PendingApproval' },
      lock: { mode: 'for_no_key_update' },
    });
  }

  private async settle(
    tx: Tx,
    staff: StaffActor,
    count: TillCount,
    change: Partial<Pick<TillCount, 'status' | 'postingId'>>,
  ): Promise<void> {
    const { institutionId, id, tillId } = count;
    await tx.update(TillCount, { institutionId, id }, change);
    const { accountNumber } = await tx.findOneByOrFail(Till, { institutionId, id: tillId });
    await this.audit.record(
      tx,
      { institutionId, actor: actorName(staff) },
      {
        action: change.status === 'Posted' ? 'till.post-difference' : 'till.decline-difference',
        subject: `till:${accountNumber}`,
        details: { countId: id, ...figuresOf(count) },
      },
    );
  }
}

/** Cash that is too much debits the till, because cash is an asset. */
function differenceLegs(
  { tillId, countedKobo, ledgerKobo }: TillCount,
  differenceId: number,
  branchId: number,
): PostingLeg[] {
  const isOver = countedKobo > ledgerKobo;
  const leg = (accountId: number, side: Side): PostingLeg => ({
    accountId,
    side,
    amountKobo: absolute(countedKobo - ledgerKobo),
    role: 'principal',
    namedByCaller: false,
    branchId,
  });
  return [leg(tillId, isOver ? 'debit' : 'credit'), leg(differenceId, isOver ? 'credit' : 'debit')];
}

function figuresOf({ countedKobo, ledgerKobo }: TillCount): object {
  return {
    counted: koboToNaira(countedKobo),
    ledgerBalance: koboToNaira(ledgerKobo),
    difference: koboToNaira(countedKobo - ledgerKobo),
  };
}

function absolute(kobo: bigint): bigint {
  return kobo < 0n ? -kobo : kobo;
}
