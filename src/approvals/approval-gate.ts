import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { IdAllocator } from '../common/database/id-allocator';
import { insertRows } from '../common/database/insert-rows';
import type { Tx } from '../common/database/unit-of-work';
import type { WriteRequest } from '../common/http/write-request';
import { Clock } from '../common/time/clock';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { applicablePolicy } from './applicable-policy';
import { ApprovalPolicy } from './approval-policy.entity';
import { type ApprovalRecord, approvalRows } from './approval-rows';
import { ApprovalSubjects } from './approval-subjects';

/** A change, other than a movement, that may have to wait for approval. */
export interface GuardedChange {
  /** That of an `ApprovalSubject`, whose `onApproved` makes the change from `details`. */
  operation: string;
  amountKobo?: bigint;
  /** The conditions of policies (`POLICY_CONDITIONS`) that the change meets. */
  conditions?: readonly string[];
  /** One sentence for staff. */
  summary: string;
  /** The facts that `onApproved` needs, such as the id of the changed row; JSON. */
  details: Record<string, unknown>;
  /** The record whose history shows the approval. */
  record?: ApprovalRecord;
  /** Needs an approval without a policy too, and in spite of `API_BYPASS_APPROVALS`. */
  always?: boolean;
  /**
   * Needs an approval without a policy too, unless `API_BYPASS_APPROVALS` lets API clients through, as with new loans.
   */
  byDefault?: boolean;
}

/**
 * Opens an approval for a change that the institution has put under a policy
 * (docs/api/approvals.md#when-an-approval-is-needed). Movements have a gate of their own.
 */
@Injectable()
export class ApprovalGate {
  constructor(
    private readonly subjects: ApprovalSubjects,
    private readonly settings: InstitutionSettings,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens an approval when the change needs one, in the caller's transaction.
   * @returns the approval's id for `pendingApproval`; undefined when the caller may make the change at once.
   */
  async ask(
    tx: Tx,
    write: Pick<WriteRequest, 'institutionId' | 'actor'>,
    change: GuardedChange,
  ): Promise<number | undefined> {
    const { institutionId, actor } = write;
    const { operation, amountKobo, summary, details, record, always = false } = change;
    const requiredCheckers = await this.checkersFor(tx, write, change);
    if (requiredCheckers === 0 && !always) return undefined;
    const { title } = this.subjects.require(operation);
    const id = await this.ids.next();
    const approval = {
      institutionId,
      id,
      operation,
      title,
      maker: actor,
      summary,
      requiredCheckers: Math.max(requiredCheckers, 1),
      details,
      createdAt: this.clock.institutionNow(institutionId),
    };
    await insertRows(
      tx,
      approvalRows({
        ...approval,
        ...(amountKobo === undefined ? {} : { amountKobo }),
        ...(record === undefined ? {} : { record }),
      }),
    );
    return id;
  }

  /**
   * Tells whether an approval of the operation waits whose details have these values. Call it under the lock of the row
   * that they name.
   */
  async isAwaited(
    tx: Tx,
    institutionId: number,
    operation: string,
    details: Record<string, unknown>,
  ): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `SELECT 1 FROM approval
        WHERE institution_id = $1 AND status = 'Pending' AND operation = $2 AND details @> $3::jsonb
        LIMIT 1`,
      [institutionId, operation, JSON.stringify(details)],
    );
    return rows.length > 0;
  }

  /** The number of checkers that the change needs; 0 when no policy applies. */
  private async checkersFor(
    tx: Tx,
    { institutionId, actor }: Pick<WriteRequest, 'institutionId' | 'actor'>,
    { operation, conditions = [], amountKobo = 0n, byDefault = false }: GuardedChange,
  ): Promise<number> {
    const isApi = actor.startsWith('api-client:');
    if (isApi && (await this.settings.getWithin(tx, institutionId, 'API_BYPASS_APPROVALS')) === 'true') return 0;
    const names = [operation, ...conditions];
    const policies = await tx.findBy(ApprovalPolicy, { institutionId, operation: In(names), active: true });
    return applicablePolicy(policies, names, amountKobo)?.requiredCheckers ?? (byDefault ? 1 : 0);
  }
}
