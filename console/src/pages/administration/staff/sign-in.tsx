import { Pill } from '../../../ui/pill';
import { When } from '../../../ui/when';
import type { Member } from './staff-actions';

/** The state of a member's sign-in, and since when it is locked. */
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
