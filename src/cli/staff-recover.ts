import { userInfo } from 'node:os';
import type { INestApplicationContext } from '@nestjs/common';
import { SecondFactorChanges } from '../auth/second-factor/second-factor-changes';
import type { Tx } from '../common/database/unit-of-work';
import type { Staff } from '../institutions/staff/staff.entity';
import { StaffRecovery } from '../institutions/staff/staff-recovery';
import { assertInstitution } from './known-institution';
import { institutionNumber, missingOptions, type OperatorCommand, parsedOptions } from './operator-command';

/** `corebank staff recover`: the way back when nobody can approve changes of staff any more. */
export const staffRecover: OperatorCommand = {
  name: 'staff recover',
  options: '--institution ID --email ADDRESS [--second-factor-lost]',
  summary:
    'Makes a member of staff able to decide changes of staff again, when fewer than two others are; with ' +
    '--second-factor-lost also removes the second factor of the member',
  async run({ services }, args) {
    const types = { institution: 'string', email: 'string', 'second-factor-lost': 'boolean' } as const;
    const { institution, email, 'second-factor-lost': isFactorLost } = parsedOptions(args, types);
    if (email === undefined) throw missingOptions(['email']);
    const institutionId = institutionNumber(institution);
    const app = await services();
    await assertInstitution(app, institutionId);
    const { staffID, role, code, expiresAt } = await app.get(StaffRecovery, { strict: false }).recover({
      institutionId,
      email,
      operator: userInfo().username,
      ...(isFactorLost && { removeSecondFactor: (tx, member) => removeSecondFactor(app, tx, member) }),
    });
    return {
      ok: true,
      text: [
        `${staffID} is active${role === undefined ? '' : ` and has the role ${role}`}.`,
        `One-time code, shown once and valid until ${expiresAt.toISOString()}: ${code}`,
        'The member sets a password with it: POST /api/admin/v1/password.',
        ...(isFactorLost ? ['The second factor was removed; the member sets up another one after sign-in.'] : []),
      ],
      data: { staffID, role: role ?? null, code, expiresAt },
    };
  },
};

/** @throws SECOND_FACTOR_NOT_SET_UP (409) for a member without one */
async function removeSecondFactor(app: INestApplicationContext, tx: Tx, member: Staff): Promise<void> {
  const factors = app.get(SecondFactorChanges, { strict: false });
  await factors.present(tx, member.institutionId, member.staffID);
  await factors.remove(tx, member, 'operator:recover');
}
