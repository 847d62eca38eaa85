import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, type Row } from '../../api/client';
import { action, versionOf } from '../../form/action';
import { ActionButtons, ActionHost, useActions, useOpenAction } from '../../form/action-host';
import { listed } from '../../form/choices';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icons';
import { ProblemNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { Pill } from '../../ui/pill';
import { TextField } from '../../ui/text-field';

type Role = Row<'listRoles'>;
type Permission = Row<'listPermissions'>;

const CHOICES = {
  permissions: listed(
    'listPermissions',
    (row) => ({
      value: row.name,
      text: row.title,
      group: row.group,
      help: row.isSensitive ? 'Sensitive' : undefined,
    }),
    {},
  ),
};

const CREATE = [
  action<undefined>()({
    operation: 'createRole',
    title: 'Create a role',
    choices: CHOICES,
    longTexts: ['description'],
    consequence: () => 'Nobody has the role before it is assigned to them.',
    done: 'The role has been created.',
  }),
];

const CHANGE = [
  action<Role>()({
    operation: 'updateRole',
    title: 'Change the role',
    choices: CHOICES,
    longTexts: ['description'],
    version: versionOf,
    path: ({ name }) => ({ name }),
    initial: ({ description, permissions }) => ({ description, permissions }),
    consequence: ({ name }) =>
      `Everybody with the role "${name}" gains and loses these permissions with their next request.`,
    done: 'The role has been changed.',
  }),
];

/** Who may do what: a row a permission, a column a role. */
export default function RolesPage() {
  const [text, setText] = useState('');
  const roles = useQuery({
    queryKey: ['listRoles', 'all'],
    queryFn: ({ signal }) => read('listRoles', { query: { PageSize: 200 }, signal }),
  });
  const permissions = useQuery({
    queryKey: ['listPermissions'],
    queryFn: ({ signal }) => read('listPermissions', { signal }),
  });
  const isWanted = ({ title, name, group }: Permission): boolean =>
    `${title} ${name} ${group}`.toLowerCase().includes(text.trim().toLowerCase());
  return (
    <div className="space-y-4">
      <PageHead title="Roles" intro="What each role lets a member of staff do. Assign roles on the page of the member.">
        <ActionButtons actions={CREATE} record={undefined} />
      </PageHead>
      <ProblemNotice problem={roles.error ?? permissions.error} />
      <div className="max-w-sm">
        <TextField label="Find a permission" value={text} onChange={setText} type="search" />
      </div>
      {roles.data && permissions.data && (
        <Matrix roles={roles.data.data} permissions={permissions.data.data.filter(isWanted)} />
      )}
      <ActionHost
        actions={[...CREATE, ...CHANGE] as never}
        recordOf={(of) => (of === undefined ? null : roles.data?.data.find(({ name }) => name === of))}
      />
    </div>
  );
}

function Matrix({ roles, permissions }: { roles: Role[]; permissions: Permission[] }) {
  const groups = [...new Set(permissions.map(({ group }) => group))].sort();
  return (
    <div
      className="relative max-h-[75vh] overflow-auto rounded-lg border border-line bg-card"
      tabIndex={0}
      role="region"
      aria-label="Permissions of the roles"
    >
      <table className="w-full border-separate border-spacing-0 text-left">
        <caption className="sr-only">Permissions of the roles</caption>
        <thead>
          <tr>
            <th scope="col" className="sticky top-0 left-0 z-20 border-b border-line bg-card px-3 py-2 align-bottom">
              Permission
            </th>
            {roles.map((role) => (
              <RoleHead key={role.name} role={role} />
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={roles.length + 1}
                className="border-b border-line bg-sunken px-3 py-1 text-sm font-semibold"
              >
                <span className="sticky left-3">{group}</span>
              </th>
            </tr>
            {permissions
              .filter((one) => one.group === group)
              .map((one) => (
                <PermissionRow key={one.name} permission={one} roles={roles} />
              ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function RoleHead({ role }: { role: Role }) {
  const open = useOpenAction();
  const [change] = useActions(CHANGE, role);
  return (
    <th scope="col" className="sticky top-0 z-10 min-w-28 border-b border-line bg-card px-3 py-2 align-bottom">
      <span className="block font-semibold" title={role.description ?? undefined}>
        {role.name}
      </span>
      <span className="block text-sm font-normal text-muted">{role.permissions.length} permissions</span>
      {change && (
        <Button isSmall className="mt-1" onClick={() => open(change.action.operation, role.name)}>
          Change<span className="sr-only"> the role {role.name}</span>
        </Button>
      )}
    </th>
  );
}

function PermissionRow({ permission, roles }: { permission: Permission; roles: Role[] }) {
  return (
    <tr>
      <th scope="row" className="sticky left-0 border-b border-line bg-card px-3 py-1.5 font-normal">
        {permission.title} {permission.isSensitive && <Pill status="Sensitive" tone="warn" />}
      </th>
      {roles.map((role) => (
        <td key={role.name} className="border-b border-line px-3 py-1.5">
          {role.permissions.includes(permission.name) ? (
            <span className="text-good">
              <Icon name="check" />
              <span className="sr-only">Yes</span>
            </span>
          ) : (
            <span className="sr-only">No</span>
          )}
        </td>
      ))}
    </tr>
  );
}
