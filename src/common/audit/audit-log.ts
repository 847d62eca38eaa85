import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../database/id-allocator';
import type { Tx } from '../database/unit-of-work';
import { Clock } from '../time/clock';
import { AuditLogEntry } from './audit-log-entry.entity';

/** The author of an action: a `WriteRequest`, or the system. */
export interface AuditAuthor {
  institutionId: number;
  /** `api-client:ID`, `staff:ID` or `system:NAME`. */
  actor: string;
  /** The correlation id of the request. */
  correlationId?: string;
  /** The network address of the caller. */
  address?: string;
  /** The staff session of the caller. */
  sessionId?: number;
}

/** An action to record. */
export interface AuditFact {
  /** Resource and verb, such as `branch.create`; at most 60 characters. */
  action: string;
  /** The object of the action, such as `branch:BR01`; at most 200 characters. */
  subject: string;
  /** Facts that can be written as JSON. Never a secret, a password or a token. */
  details?: object;
}

/** Writes the audit log in the transaction of the change, so that neither is stored without the other. */
@Injectable()
export class AuditLog {
  constructor(
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  async record(
    tx: Tx,
    { institutionId, actor, correlationId, address, sessionId }: AuditAuthor,
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
      // The zone of a link-local address names an interface of this machine, not the caller.
      address: address?.split('%', 1)[0] ?? null,
      sessionId: sessionId ?? null,
      at: this.clock.now(),
    });
  }
}
