import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { type ClosureBlocker, ClosureBlockers } from '../closure/closure-blockers';
import type { DepositAccount } from '../deposit-account.entity';

/** An account stays open while a change of its status waits for approval, which staff could only decline once it is closed. */
@Injectable()
export class StatusClosureBlocker implements ClosureBlocker, OnModuleInit {
  readonly name = 'status-changes';

  constructor(private readonly blockers: ClosureBlockers) {}

  onModuleInit(): void {
    this.blockers.register(this);
  }

  blocks(_tx: Tx, _institutionId: number, { pendingApprovalId }: DepositAccount): Promise<string | undefined> {
    return Promise.resolve(
      pendingApprovalId === null
        ? undefined
        : `A change of the status of this account waits for approval ${pendingApprovalId}; have it decided first.`,
    );
  }
}
