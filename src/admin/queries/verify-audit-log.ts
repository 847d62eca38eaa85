import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { AuditVerificationView, VerifyAuditLogQuery } from '../audit-log.dto';
import { AuditVerifier } from '../audit-verifier';

/** Verifies a part of the audit log. */
export class VerifyAuditLog extends Query<AuditVerificationView> {
  constructor(
    readonly institutionId: number,
    readonly part: VerifyAuditLogQuery,
  ) {
    super();
  }
}

@QueryHandler(VerifyAuditLog)
export class VerifyAuditLogHandler implements IQueryHandler<VerifyAuditLog> {
  constructor(private readonly verifier: AuditVerifier) {}

  async execute({ institutionId, part }: VerifyAuditLog): Promise<AuditVerificationView> {
    const verification = await this.verifier.verify(institutionId, { after: part.AfterNumber, rows: part.Rows });
    return { intact: verification.firstMisfit === null, ...verification };
  }
}
