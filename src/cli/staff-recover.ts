import { userInfo } from 'node:os';
import { StaffRecovery } from '../institutions/staff/staff-recovery';
import { assertInstitution } from './known-institution';
import { institutionOption, type OperatorCommand, requiredOptions } from './operator-command';

/** `corebank staff recover`: the way back when nobody can approve changes of staff any more. */
export const staffRecover: OperatorCommand = {
  name: 'staff recover',
  options: '--institution ID --email ADDRESS',
  summary: 'Makes a member of staff able to decide changes of staff again, when fewer than two people are',
  async run({ services }, args) {
    const { institution, email } = requiredOptions(args, ['institution', 'email'] as const);
    const institutionId = institutionOption(['--institution', institution]);
    const app = await services();
    await assertInstitution(app, institutionId);
    const recovery = app.get(StaffRecovery, { strict: false });
    const { staffID, role, code, expiresAt } = await recovery.recover(institutionId, email, userInfo().username);
    return {
      ok: true,
      text: [
        `${staffID} is active${role === undefined ? '' : ` and has the role ${role}`}.`,
        `One-time code, shown once and valid until ${expiresAt.toISOString()}: ${code}`,
        'The member sets a password with it: POST /api/admin/v1/password.',
      ],
      data: { staffID, role: role ?? null, code, expiresAt },
    };
  },
};
