import type { Logger } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { InstitutionDirectory } from './institution-directory.entity';
import type { UnitOfWork } from './unit-of-work';

/**
 * Does a round of background work for every institution. A failure for one is logged with the sentence `failure`, and
 * the others go on; the next round tries again.
 */
export async function eachInstitution(
  unitOfWork: UnitOfWork,
  logger: Logger,
  failure: string,
  work: (institutionId: number) => Promise<unknown>,
): Promise<void> {
  const institutions = await unitOfWork.routing((tx) => tx.findBy(InstitutionDirectory, { retiredAt: IsNull() }));
  for (const { institutionId } of institutions) {
    try {
      await work(institutionId);
    } catch (error) {
      logger.warn({ err: error as Error, institutionId }, failure);
    }
  }
}
