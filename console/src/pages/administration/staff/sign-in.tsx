import { Pill } from '../../../ui/pill';
import { When } from '../../../ui/when';
import type { Member } from './staff-actions';

/** Whether a member of staff can sign in, and since when not. */
export function SignIn({ of: { lockedUntil, canSignIn, status } }: { of: Member }) {
  if (lockedUntil)
    return (
      <>
        <Pill status="Blocked" text="Locked" />
        <span className="block text-sm text-muted">
          until <When at={lockedUntil} />
        </span>
      </>
    );
  if (status !== 'Active') return <span className="text-muted">–</span>;
  return canSignIn ? <Pill status="Active" text="Possible" /> : <Pill status="Pending" text="No password yet" />;
}
