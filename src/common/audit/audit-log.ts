import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../database/id-allocator';
import type { Tx } from '../database/unit-of-work';
import { Clock } from '../time/clock';
import { AuditLogEntry } from './audit-log-entry.entity';

/** Who did it: a `WriteRequest`, or the system by itself. */
export interface AuditAuthor {
  institutionId: number;
  /** `api-client:ID`, `staff:ID` or `system:NAME`. */
  actor: string;
  /** Of the request that did it. */
  correlationId?: string;
}

/** What happened, as the one who did it tells it. */
export interface AuditFact {
  /** Resource and verb, such as `branch.create`; at most 60 characters. */
  action: string;
  /** What it was done to, such as `branch:BR01`; at most 200 characters. */
  subject: string;
  /** Facts that survive JSON. Never a secret, a password or a token. */
  details?: object;
}

/** Writes the audit log, in the transaction of the change it tells of, so that neither is without the other. */
@Injectable()
export class AuditLog {
  constructor(
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  async record(
    tx: Tx,
    { institutionId, actor, correlationId }: AuditAuthor,
    { action, subject, details = {} }: AuditFact,
  ): Promise<void> {
    const id = await this.ids.next();
    await tx.insert(AuditLogEntry, {
      institutionId,
      id,
      actor,
      action,
      subject,
      details,
      correlationId: correlationId ?? null,
      at: this.clock.now(),
    });
  }
}
