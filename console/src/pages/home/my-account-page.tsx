import { useSession } from '../../app/session';
import { Card } from '../../ui/card';
import { Facts } from '../../ui/facts';
import { PageHead } from '../../ui/page-head';
import { OwnPasskeys } from './own-passkeys';
import { OwnPassword } from './own-password';
import { OwnPreferences } from './own-preferences';
import { OwnSecondFactor } from './own-second-factor';
import { OwnSessions } from './own-sessions';

/** The signed-in member: rights, password, second factor, passkeys and sessions. */
export default function MyAccountPage() {
  const { view } = useSession();
  return (
    <div className="max-w-4xl space-y-4">
      <PageHead title="My account" intro={view.email} />
      <Card title="You">
        <Facts
          columns={3}
          of={[
            ['Name', view.name],
            ['Staff ID', view.staffID],
            ['Branch', `${view.branchName} (${view.branchCode})`],
            ['Roles', view.roles.join(', ')],
            ['Institution', `${view.institutionName} (${view.institutionCode})`],
            ['Signed in with', view.assurance === 'second-factor' ? 'Password and second factor' : 'Password'],
          ]}
        />
        <details className="mt-3">
          <summary className="text-sm text-muted">Permissions ({view.permissions.length})</summary>
          <p className="mb-0 text-sm">{view.permissions.join(', ')}</p>
        </details>
      </Card>
      <OwnPreferences />
      <OwnPassword />
      <OwnSecondFactor />
      <OwnPasskeys />
      <OwnSessions />
    </div>
  );
}
