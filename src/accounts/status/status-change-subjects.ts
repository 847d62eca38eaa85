import { Injectable } from '@nestjs/common';
import type { Approval } from '../../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../../approvals/approval-subjects';
import type { Tx } from '../../common/database/unit-of-work';
import type { StaffActor } from '../../common/http/actor';
import { MemberOf } from '../../common/registry/registry';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { LedgerAccounts } from '../../ledger/chart/ledger-accounts';
import type { DepositAccount } from '../deposit-account.entity';
import { DepositAccounts } from '../deposit-accounts';
import { AccountStatusChanger } from './account-status-changer';
import { assertEndableFreeze } from './ended-freeze';
import { freezeEndViolation } from './freeze-authority';
import { readFreezeHistory } from './open-freezes';
import { statusErrors } from './status.errors';
import { statusPermissions } from './status.permissions';
import { AML_FREEZE_ENDS_BY_AML } from './status.settings';
import { STATUS_OPERATIONS } from './status-operations';

/** Details that `AccountStatusChanger` stored with the approval. */
interface ChangeDetails {
  accountNumber: string;
  reason: string | null;
  /** The latest status change when it was asked for; absent in approvals of an older program. */
  latestChangeId?: number | null;
  /** The freeze that an unfreeze ends; null for that of a former system, absent where an older program asked. */
  freezeID?: number | null;
}

type ActionWithApproval = keyof typeof STATUS_OPERATIONS;

/**
 * Carries out decisions on status changes of one action. An approved change is made if the account still allows it; a
 * declined one leaves the account as it is.
 */
@Injectable()
abstract class StatusChangeSubject implements ApprovalSubject {
  readonly permission = statusPermissions.approveStatusChanges;
  readonly underPolicy = true;
  protected abstract readonly action: ActionWithApproval;

  constructor(
    private readonly accounts: DepositAccounts,
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly changer: AccountStatusChanger,
    private readonly settings: InstitutionSettings,
  ) {}

  get operation(): string {
    return STATUS_OPERATIONS[this.action].operation;
  }

  get title(): string {
    return STATUS_OPERATIONS[this.action].title;
  }

  async onApproved(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const { institutionId, maker, decidedBy } = approval;
    const account = await this.lockAccount(tx, approval);
    const ledgerAccount = await this.ledgerAccounts.lock(tx, institutionId, account.id);
    await this.assertUnchangedSince(tx, approval, account);
    const end = this.action === 'unfreeze' ? { freezeID: await this.endOf(tx, approval, staff) } : {};
    await this.changer.clearPending(tx, account);
    await this.changer.apply(
      tx,
      { institutionId, actor: maker, checker: decidedBy },
      { account, ledgerAccount, action: this.action, reason: detailsOf(approval).reason, ...end },
    );
  }

  async onDeclined(tx: Tx, approval: Approval): Promise<void> {
    await this.changer.clearPending(tx, await this.lockAccount(tx, approval));
  }

  /**
   * An account that changed and came back has another reason for its status now, such as a court's order after a freeze
   * by AML was lifted: what was asked before does not answer it.
   */
  private async assertUnchangedSince(tx: Tx, approval: Approval, account: DepositAccount): Promise<void> {
    const { latestChangeId } = detailsOf(approval);
    if (latestChangeId === undefined || latestChangeId === (await this.changer.latestChangeId(tx, account))) return;
    throw statusErrors.STATUS_CHANGE_NOT_ALLOWED(
      'The status of the account has changed since this was asked for; decline it and ask again.',
    );
  }

  /** The freeze that the approval ends. @throws PERMISSION_DENIED (403) for a checker who may not end it */
  private async endOf(tx: Tx, approval: Approval, { permissions }: StaffActor): Promise<number | null> {
    const { institutionId, maker: actor } = approval;
    const { accountNumber, freezeID } = detailsOf(approval);
    const history = await readFreezeHistory(tx, institutionId, accountNumber);
    const freeze =
      freezeID === null ? null : assertEndableFreeze(history, { actor, ...(freezeID !== undefined && { freezeID }) });
    const amlDecides = (await this.settings.getWithin(tx, institutionId, AML_FREEZE_ENDS_BY_AML)) === 'true';
    const violation = freezeEndViolation(freeze, permissions, amlDecides);
    if (violation) throw violation;
    return freeze?.id ?? null;
  }

  private lockAccount(tx: Tx, approval: Approval): Promise<DepositAccount> {
    return this.accounts.require(tx, approval.institutionId, detailsOf(approval).accountNumber, 'change');
  }
}

@Injectable()
@MemberOf(ApprovalSubjects)
class ActivationSubject extends StatusChangeSubject {
  protected override readonly action = 'activate';
}

@Injectable()
@MemberOf(ApprovalSubjects)
class DeactivationSubject extends StatusChangeSubject {
  protected override readonly action = 'deactivate';
}

@Injectable()
@MemberOf(ApprovalSubjects)
class UnfreezeSubject extends StatusChangeSubject {
  protected override readonly action = 'unfreeze';
}

/** The subjects of all status changes that need approval. */
export const STATUS_CHANGE_SUBJECTS = [ActivationSubject, DeactivationSubject, UnfreezeSubject];

function detailsOf({ details }: Approval): ChangeDetails {
  return details as unknown as ChangeDetails;
}
