import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../common/database/id-allocator';
import { insertRows } from '../common/database/insert-rows';
import type { Tx } from '../common/database/unit-of-work';
import type { WriteRequest } from '../common/http/write-request';
import { Clock } from '../common/time/clock';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { applicablePolicy } from './applicable-policy';
import { ApprovalPolicy } from './approval-policy.entity';
import { approvalRows } from './approval-rows';
import { ApprovalSubjects } from './approval-subjects';

/** A change other than a money movement that may have to wait for staff. */
export interface GuardedChange {
  /** Registered in `ApprovalSubjects`; its `onApproved` makes the change from `details`. */
  operation: string;
  amountKobo?: bigint;
  /** One sentence for staff. */
  summary: string;
  /** All that `onApproved` needs, such as the id of what changes; JSON. */
  details: Record<string, unknown>;
  /** Asks without a policy too, and in spite of `API_BYPASS_APPROVALS`. */
  always?: boolean;
  /** Asks without a policy too, unless `API_BYPASS_APPROVALS` lets API clients through, as with new loans. */
  byDefault?: boolean;
}

/** Asks staff before a change that its institution has put under a policy (design §6). Movements have a gate of their own. */
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
   * @returns the approval's id for `pendingApproval`, or undefined: then the caller makes the change at once.
   */
  async ask(
    tx: Tx,
    write: Pick<WriteRequest, 'institutionId' | 'actor'>,
    change: GuardedChange,
  ): Promise<number | undefined> {
    const { institutionId, actor } = write;
    const { operation, amountKobo, summary, details, always = false } = change;
    const requiredCheckers = await this.checkersFor(tx, write, change);
    if (requiredCheckers === 0 && !always) return undefined;
    const { title } = this.subjects.require(operation);
    const id = await this.ids.next();
    const asked = {
      institutionId,
      id,
      operation,
      title,
      maker: actor,
      summary,
      requiredCheckers: Math.max(requiredCheckers, 1),
      details,
      createdAt: this.clock.now(),
    };
    await insertRows(tx, approvalRows({ ...asked, ...(amountKobo === undefined ? {} : { amountKobo }) }));
    return id;
  }

  /** 0 when no policy applies. */
  private async checkersFor(
    tx: Tx,
    { institutionId, actor }: Pick<WriteRequest, 'institutionId' | 'actor'>,
    { operation, amountKobo = 0n, byDefault = false }: GuardedChange,
  ): Promise<number> {
    const isApi = actor.startsWith('api-client:');
    if (isApi && (await this.settings.getWithin(tx, institutionId, 'API_BYPASS_APPROVALS')) === 'true') return 0;
    const policies = await tx.findBy(ApprovalPolicy, { institutionId, operation, active: true });
    return applicablePolicy(policies, operation, amountKobo)?.requiredCheckers ?? (byDefault ? 1 : 0);
  }
}
