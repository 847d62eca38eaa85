import { sha256 } from '../crypto/digest';

/** A row of the audit log as the database stores it, ids as decimal text. */
export interface StoredAuditRow {
  institutionId: number;
  id: string;
  actor: string;
  action: string;
  subject: string;
  /** The stored JSON as PostgreSQL prints it. */
  details: string;
  correlationId: string | null;
  address: string | null;
  sessionId: string | null;
  at: Date;
  writtenIn: string | null;
}

/** A number of the chain, before its own hash. */
export interface ChainStep {
  institutionId: number;
  seq: number;
  auditLogId: number;
  rowHash: Buffer;
  /** The chain hash of the number before; null for the first. */
  previousHash: Buffer | null;
}

const ROW_FORMAT = 'corebank-audit-row/1';
const CHAIN_FORMAT = 'corebank-audit-chain/1';

/** The columns of a `StoredAuditRow` in SQL, of the table alias `a`. */
export const STORED_AUDIT_COLUMNS = `a.id, a.actor, a.action, a.subject, a.details::text AS details,
  a.correlation_id AS "correlationId", a.address, a.session_id AS "sessionId", a.at, a.written_in AS "writtenIn"`;

/**
 * The hash of a row: SHA-256 of a JSON array of the format's name and every stored column, so that an auditor can
 * compute it with other tools (docs/api/audit-and-operations.md#the-chain).
 */
export function auditRowHash(row: StoredAuditRow): Buffer {
  return sha256(
    JSON.stringify([
      ROW_FORMAT,
      String(row.institutionId),
      row.id,
      row.actor,
      row.action,
      row.subject,
      row.details,
      row.correlationId,
      row.address,
      row.sessionId,
      row.at.toISOString(),
      row.writtenIn,
    ]),
  );
}

/** The chain hash of a number: SHA-256 of a JSON array of the step, hashes as hexadecimal digits. */
export function auditChainHash({ institutionId, seq, auditLogId, rowHash, previousHash }: ChainStep): Buffer {
  return sha256(
    JSON.stringify([
      CHAIN_FORMAT,
      String(institutionId),
      String(seq),
      String(auditLogId),
      rowHash.toString('hex'),
      previousHash?.toString('hex') ?? null,
    ]),
  );
}
