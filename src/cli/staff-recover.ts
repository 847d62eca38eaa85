import { userInfo } from 'node:os';
import { AppError } from '../common/errors/app-error';
import { StaffRecovery } from '../institutions/staff/staff-recovery';
import { institutionOption, type OperatorCommand, requiredOptions, UsageError } from './operator-command';

/** `corebank staff recover`: the way back when nobody can approve changes of staff any more. */
export const staffRecover: OperatorCommand = {
  name: 'staff recover',
  options: '--institution ID --email ADDRESS',
  summary: 'Makes a member of staff able to decide changes of staff again, when fewer than two people are',
  async run(app, args, print) {
    const { institution, email } = requiredOptions(args, ['institution', 'email'] as const);
    const institutionId = institutionOption(['--institution', institution]);
    const recovery = app.get(StaffRecovery, { strict: false });
    try {
      const { staffID, role, code, expiresAt } = await recovery.recover(institutionId, email, userInfo().username);
      print(`${staffID} is active${role === undefined ? '' : ` and has the role ${role}`}.`);
      print(`One-time code, shown once and valid until ${expiresAt.toISOString()}: ${code}`);
      print('The member sets a password with it: POST /api/admin/v1/password.');
      return 0;
    } catch (error) {
      if (error instanceof AppError) throw new UsageError(error.message);
      throw error;
    }
  },
};
