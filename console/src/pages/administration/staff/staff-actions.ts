import type { Row } from '../../../api/client';
import { action, versionOf } from '../../../form/action';
import { listed } from '../../../form/choices';

export type Member = Row<'listStaff'>;

const CHOICES = {
  branchCode: listed('listBranches', (row) => ({ value: row.branchCode, text: `${row.branchCode} ${row.branchName}` })),
  roles: listed('listRoles', (row) => ({ value: row.name, text: row.name, help: row.description ?? undefined })),
};
const LABELS = { staffID: 'Staff ID', branchCode: 'Branch', email: 'E-mail address' };
const path = ({ staffID }: Member) => ({ staffID });

export const CREATE_STAFF = action<undefined>()({
  operation: 'createStaff',
  title: 'Add a member of staff',
  fields: ['name', 'staffID', 'email', 'branchCode', 'roles'],
  labels: LABELS,
  choices: CHOICES,
  consequence: () => 'They cannot sign in yet: issue a one-time code for their first password afterwards.',
  done: 'The member of staff has been added.',
  opens: ({ staffID }) => `/admin/staff/${staffID}`,
});

/** The actions on a member of staff, in the list and on their page. */
export const STAFF_ACTIONS = [
  action<Member>()({
    operation: 'updateStaff',
    title: 'Change the details',
    labels: LABELS,
    choices: CHOICES,
    version: versionOf,
    path,
    initial: (member) => ({ ...member }),
    consequence: () => 'A member who is no longer active is signed out everywhere and cannot sign in.',
    done: 'The details have been changed.',
  }),
  action<Member>()({
    operation: 'assignRoles',
    title: 'Assign roles',
    choices: CHOICES,
    version: ({ rolesVersion }) => rolesVersion,
    path,
    initial: ({ roles }) => ({ roles }),
    consequence: ({ name }) => `${name} has exactly the chosen roles afterwards, with their next request.`,
    done: 'The roles have been assigned.',
  }),
  action<Member>()({
    operation: 'issuePasswordCode',
    title: 'Issue a one-time password code',
    confirm: 'Send the code',
    path,
    consequence: ({ name, email }) =>
      `A code is sent to ${email}. It works once and for a short time; with it ${name} chooses a password. Nobody else sees it. The present password stays valid until then.`,
    reason: ({ status }) => (status === 'Active' ? null : 'Only active staff can sign in.'),
    done: 'The code is on its way to the member’s e-mail address.',
  }),
  action<Member>()({
    operation: 'unlockStaff',
    title: 'Unlock the sign-in',
    path,
    consequence: ({ name }) => `${name} may try again at once. Make sure that it was they who failed to sign in.`,
    // No reason to refuse: a lock of one network is not part of the member's record, and is taken away as well.
    done: 'The sign-in has been unlocked.',
  }),
  action<Member>()({
    operation: 'endStaffSessions',
    title: 'End all sessions',
    isDanger: true,
    path,
    consequence: ({ name }) => `${name} is signed out everywhere. What they have typed and not sent is lost.`,
    done: 'All sessions have ended.',
  }),
  action<Member>()({
    operation: 'resetStaffSecondFactor',
    title: 'Reset the second factor',
    isDanger: true,
    path,
    consequence: ({ name }) =>
      `The app, recovery codes and passkeys of ${name} stop working, and all sessions end. They set up a new second factor when they sign in. Make sure that the request really comes from them.`,
    done: 'The second factor has been reset.',
  }),
];
