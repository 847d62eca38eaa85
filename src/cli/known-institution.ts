import type { INestApplicationContext } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { Institution } from '../institutions/institution.entity';
import { UsageError } from './operator-command';

/** For an institution that the database does not have. */
export function unknownInstitution(institutionId: number): UsageError {
  return new UsageError(`There is no institution ${institutionId}; corebank reconcile lists those there are.`);
}

/** @throws UsageError when there is no such institution */
export async function assertInstitution(app: INestApplicationContext, institutionId: number): Promise<void> {
  const isKnown = await app
    .get(UnitOfWork, { strict: false })
    .read(institutionId, (tx) => tx.existsBy(Institution, { institutionId }));
  if (!isKnown) throw unknownInstitution(institutionId);
}
