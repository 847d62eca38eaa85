import { extraRow, insertRows } from '../common/database/insert-rows';
import { Clock } from '../common/time/clock';
import { EntityMetadata } from '../metadata/entity-metadata.entity';
import { MANDATE_KEY } from './mandate-line';
import type { StagedLine, StepContext } from './step-context';

/** Keeps the signatories of accounts in the additional metadata of the accounts, which are new. */
export async function loadMandates(
  { app, tx, started, actor }: StepContext,
  lines: readonly StagedLine[],
): Promise<void> {
  const { institutionId } = started;
  const updatedAt = app.get(Clock).institutionNow(institutionId);
  await insertRows(
    tx,
    lines.map(({ owner_id, content }) =>
      extraRow(EntityMetadata, {
        institutionId,
        id: Number(owner_id),
        entityType: 'account',
        content: { [MANDATE_KEY]: content.items! },
        updatedBy: actor,
        updatedAt,
      }),
    ),
  );
}
