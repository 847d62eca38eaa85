import { Injectable } from '@nestjs/common';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../business-day/day-steps';
import { AuditLog } from '../common/audit/audit-log';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import { Clock } from '../common/time/clock';
import { ApiClients } from './api-clients';
import { INACTIVITY_LIMIT_MS } from './client-inactivity';

/** Active clients of an institution that are unused since a time: $2. */
const UNUSED = `institution_id = $1 AND status = 'Active' AND greatest(created_at, reactivated_at, last_used_at) <= $2`;

/**
 * Deactivates API clients that were unused for 14 days, in the end of day (docs/api/authentication.md#inactivity).
 * Authentication counts the days itself (`effectiveStatus`).
 */
@Injectable()
@MemberOf(DaySteps)
export class InactiveClients implements DayStep {
  readonly name = 'api-client-inactivity';
  readonly title = 'Inactivity of API clients';

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly clients: ApiClients,
    private readonly audit: AuditLog,
  ) {}

  async isDone(tx: Tx, { institutionId }: ClosingDay): Promise<boolean> {
    const [{ none }] = await tx.query<[{ none: boolean }]>(
      `SELECT NOT EXISTS (SELECT 1 FROM api_client WHERE ${UNUSED}) AS none`,
      [institutionId, this.unusedSince()],
    );
    return none;
  }

  async run({ institutionId }: ClosingDay, progress: StepProgress): Promise<void> {
    await progress.advance(await this.deactivate(institutionId));
  }

  /** Deactivates unused clients, by the clock and not by the business date. @returns the number of clients */
  async deactivate(institutionId: number): Promise<number> {
    const clientIds = await this.unitOfWork.run(institutionId, async (tx) => {
      const [rows] = await tx.query<[{ client_id: string }[], number]>(
        `UPDATE api_client SET status = 'Inactive' WHERE ${UNUSED} RETURNING client_id`,
        [institutionId, this.unusedSince()],
      );
      for (const { client_id } of rows) {
        await this.audit.record(
          tx,
          { institutionId, actor: 'system:inactivity' },
          { action: 'api-client.deactivate', subject: `api-client:${client_id}` },
        );
      }
      return rows.map(({ client_id }) => client_id);
    });
    for (const clientId of clientIds) this.clients.forget(institutionId, clientId);
    return clientIds.length;
  }

  private unusedSince(): Date {
    return new Date(this.clock.now().getTime() - INACTIVITY_LIMIT_MS);
  }
}
