import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import type { Staff } from '../../institutions/staff/staff.entity';
import { permissionsOf } from '../../institutions/staff/staff-access';
import { readPermissions, SECOND_FACTOR_PERMISSIONS } from '../auth.settings';

/** The permissions of members that their institution ties to a second factor. */
@Injectable()
export class SecondFactorNeeds {
  constructor(private readonly settings: InstitutionSettings) {}

  /** @returns the permissions that the member holds and that need a second factor. */
  async neededFor(tx: Tx, member: Staff): Promise<string[]> {
    const value = await this.settings.getWithin(tx, member.institutionId, SECOND_FACTOR_PERMISSIONS);
    const needing = readPermissions(value!);
    return (await permissionsOf(tx, member)).filter((permission) => needing.has(permission));
  }
}
