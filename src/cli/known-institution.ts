import type { INestApplicationContext } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { Institution } from '../institutions/institution.entity';
import { UsageError } from './operator-command';

/** @throws UsageError when there is no such institution */
export async function assertInstitution(app: INestApplicationContext, institutionId: number): Promise<void> {
  const isKnown = await app
    .get(UnitOfWork, { strict: false })
    .read(institutionId, (tx) => tx.existsBy(Institution, { institutionId }));
  if (!isKnown)
    throw new UsageError(`There is no institution ${institutionId}; corebank reconcile lists those there are.`);
}
