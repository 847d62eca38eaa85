import type { INestApplicationContext } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { In } from 'typeorm';
import { AuditVerifier } from '../../admin/audit-verifier';
import { InstitutionDirectory } from '../../common/database/institution-directory.entity';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { checked, type CheckItem } from '../../common/health/check-item';
import { Document } from '../../documents/document.entity';
import { DocumentStoreSelector } from '../../documents/storage/document-store-selector';
import { ProveLedger } from '../../ledger/proof/queries/prove-ledger';
import { Payout } from '../../payouts/payout.entity';

/** Payouts whose end only the provider knows. */
const OPEN_PAYOUTS = ['Pending', 'Processing', 'PendingTSQ', 'ConfirmManually'] as const;
const AUDIT_ROWS_IN_PART = 10_000;
/** Documents of a bucket that are looked for, the newest first: what a bucket lost, it lost at the end. */
const S3_DOCUMENTS_MAX = 100;
const LOST_CONTENTS = `
  SELECT count(*)::int AS count FROM document d
   WHERE d.institution_id = $1 AND d.storage = 'postgres' AND d.content_erased_at IS NULL
     AND d.size <> (SELECT coalesce(sum(octet_length(c.bytes)), 0) FROM document_chunk c
                     WHERE c.institution_id = d.institution_id AND c.document_id = d.id)`;

/** The ids of every institution. */
export async function institutionIds(app: INestApplicationContext): Promise<number[]> {
  const rows = await app
    .get(UnitOfWork)
    .routing((tx) => tx.find(InstitutionDirectory, { order: { institutionId: 'ASC' } }));
  return rows.map(({ institutionId }) => institutionId);
}

/**
 * Holds an institution's rows against each other: the whole proof of the ledger, the audit chain, the contents of its
 * documents; and counts the payouts that only the provider can settle (docs/backup.md#rehearsal).
 */
export async function reconcileInstitution(app: INestApplicationContext, institutionId: number): Promise<CheckItem[]> {
  const { checks } = await app.get(QueryBus, { strict: false }).execute(new ProveLedger(institutionId));
  const unitOfWork = app.get(UnitOfWork);
  return [
    ...checks.map(({ name, passed, description, violations, examples }) =>
      checked(name, passed, passed ? description : `${violations} rows break it, such as ${examples.join(', ')}.`),
    ),
    await auditCheck(app.get(AuditVerifier, { strict: false }), institutionId),
    await unitOfWork.read(institutionId, (tx) => databaseDocumentsCheck(tx, institutionId)),
    await bucketCheck(app, institutionId),
    await unitOfWork.read(institutionId, (tx) => openPayouts(tx, institutionId)),
  ];
}

async function auditCheck(verifier: AuditVerifier, institutionId: number): Promise<CheckItem> {
  for (let after = 0, verified = 0; ;) {
    const part = await verifier.verify(institutionId, { after, rows: AUDIT_ROWS_IN_PART });
    verified += part.verifiedRows;
    if (part.firstMisfit) return checked('audit-chain', false, part.firstMisfit.message);
    if (part.next === null) return checked('audit-chain', true, `${verified} rows fit the chain and its seals.`);
    after = part.next;
  }
}

async function databaseDocumentsCheck(tx: Tx, institutionId: number): Promise<CheckItem> {
  const [row] = await tx.query<{ count: number }[]>(LOST_CONTENTS, [institutionId]);
  const lost = row?.count ?? 0;
  return checked(
    'documents',
    lost === 0,
    lost === 0 ? 'Every document in the database has its content.' : `${lost} documents lack content.`,
  );
}

async function bucketCheck(app: INestApplicationContext, institutionId: number): Promise<CheckItem> {
  const newest = await app.get(UnitOfWork).read(institutionId, (tx) =>
    tx.find(Document, {
      where: { institutionId, storage: 's3' },
      order: { id: 'DESC' },
      take: S3_DOCUMENTS_MAX,
    }),
  );
  const kept = newest.filter(({ contentErasedAt }) => contentErasedAt === null);
  if (kept.length === 0) return checked('documents-in-s3', true, 'No document is in S3.');
  const lost: number[] = [];
  for (const { id } of kept) if (!(await isInBucket(app, institutionId, id))) lost.push(id);
  return checked(
    'documents-in-s3',
    lost.length === 0,
    lost.length === 0
      ? `The newest ${kept.length} documents are in the bucket of S3_BUCKET.`
      : `${lost.length} of the newest ${kept.length} are not in the bucket of S3_BUCKET, such as document ${lost[0]}.`,
  );
}

async function isInBucket(app: INestApplicationContext, institutionId: number, documentId: number): Promise<boolean> {
  try {
    const store = app.get(DocumentStoreSelector, { strict: false }).storeOf('s3');
    for await (const piece of store.read({ institutionId, documentId })) return piece.length >= 0;
  } catch {
    return false;
  }
  return false;
}

/** Not an error: the program asks the provider, who may know of more payments than a restored database. */
async function openPayouts(tx: Tx, institutionId: number): Promise<CheckItem> {
  const where = { institutionId, status: In([...OPEN_PAYOUTS]) };
  const [open, oldest] = [await tx.countBy(Payout, where), await tx.findOne(Payout, { where, order: { id: 'ASC' } })];
  return checked(
    'open-payouts',
    true,
    oldest === null ? 'None.' : `${open}, the oldest from ${oldest.createdAt.toISOString()}.`,
  );
}
