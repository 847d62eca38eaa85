import type { AppError } from '../../common/errors/app-error';
import { commonErrors } from '../../common/errors/common.errors';
import { AML_ACTOR, ENDS_AML } from './aml-freeze';
import type { FreezeChange } from './open-freezes';
import { statusPermissions } from './status.permissions';

/**
 * The refusal of a checker who may not end a freeze; undefined for one who may. An order of a court needs a permission
 * of its own, a freeze of AML that for holds where the institution wants it.
 *
 * @param freeze null for the freeze with which an account came from another system
 * @param amlDecides the value of `AML_FREEZE_ENDS_BY_AML`
 */
export function freezeEndViolation(
  freeze: Pick<FreezeChange, 'actor' | 'orderedBy'> | null,
  permissions: ReadonlySet<string>,
  amlDecides: boolean,
): AppError | undefined {
  const { endCourtFreezes } = statusPermissions;
  if (freeze?.orderedBy === 'court' && !permissions.has(endCourtFreezes))
    return commonErrors.PERMISSION_DENIED(
      `The end of a freeze that a court ordered needs the permission ${endCourtFreezes}; leave it to who has it.`,
    );
  // The message names no permission: who cannot see AML learns nothing of it (docs/api/nfiu-reports.md#no-tipping-off).
  if (amlDecides && freeze?.actor === AML_ACTOR && !permissions.has(ENDS_AML))
    return commonErrors.PERMISSION_DENIED('Other staff decide on the end of this freeze; leave it to them.');
  return undefined;
}
