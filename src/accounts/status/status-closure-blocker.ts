import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { type ClosureBlocker, ClosureBlockers } from '../closure/closure-blockers';
import type { DepositAccount } from '../deposit-account.entity';

/**
 * Keeps an account open while a status change waits for approval: once the account is closed, staff could only decline
 * the change.
 */
@Injectable()
@MemberOf(ClosureBlockers)
export class StatusClosureBlocker implements ClosureBlocker {
  readonly name = 'status-changes';

  blocks(_tx: Tx, _institutionId: number, { pendingApprovalId }: DepositAccount): Promise<string | undefined> {
    return Promise.resolve(
      pendingApprovalId === null
        ? undefined
        : `A status change of this account waits for approval ${pendingApprovalId}; have it decided first.`,
    );
  }
}
