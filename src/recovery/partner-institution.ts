import type { Tx } from '../common/database/unit-of-work';
import { Institution } from '../institutions/institution.entity';
import { recoveryErrors } from './recovery.errors';

/** Refuses a notice that was meant for another institution. @throws INSTITUTION_CODE_MISMATCH (422) */
export async function assertInstitutionCode(tx: Tx, institutionId: number, institutionCode: string): Promise<void> {
  if (!(await tx.existsBy(Institution, { institutionId, code: institutionCode })))
    throw recoveryErrors.INSTITUTION_CODE_MISMATCH();
}
