import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { AuditLog } from '../common/audit/audit-log';
import { UnitOfWork } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
import { InstitutionDirectory } from '../institutions/institution-directory.entity';
import { ApiClients } from './api-clients';
import { INACTIVITY_LIMIT_MS } from './client-inactivity';

const EVERY_MS = 600_000;

/** Marks API clients inactive that nobody has used for 14 days. Several processes may do so side by side. */
@Injectable()
export class InactiveClients {
  private readonly logger = new Logger(InactiveClients.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly clients: ApiClients,
    private readonly audit: AuditLog,
  ) {}

  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    try {
      const institutions = await this.unitOfWork.routing((tx) => tx.find(InstitutionDirectory));
      for (const { institutionId } of institutions) await this.deactivate(institutionId);
    } catch (error) {
      this.logger.warn({ err: error as Error }, 'Unused API clients could not be deactivated; the next round tries again.');
    }
  }

  /** Deactivates one institution's unused clients. @returns how many there were. */
  async deactivate(institutionId: number): Promise<number> {
    const unusedSince = new Date(this.clock.now().getTime() - INACTIVITY_LIMIT_MS);
    const clientIds = await this.unitOfWork.run(institutionId, async (tx) => {
      const [rows] = await tx.query<[{ client_id: string }[], number]>(
        `UPDATE api_client SET status = 'Inactive'
          WHERE institution_id = $1 AND status = 'Active' AND greatest(created_at, reactivated_at, last_used_at) <= $2
          RETURNING client_id`,
        [institutionId, unusedSince],
      );
      for (const { client_id } of rows) {
        await this.audit.record(tx, { institutionId, actor: 'system:inactivity' }, { action: 'api-client.deactivate', subject: `api-client:${client_id}` });
      }
      return rows.map(({ client_id }) => client_id);
    });
    for (const clientId of clientIds) this.clients.forget(institutionId, clientId);
    return clientIds.length;
  }
}
