import { useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../ui/dialog';
import type { SessionView } from './session';
import { SignInForm } from './sign-in-form';

/** Signs in again over the page, which keeps what was typed. A write that was refused is not repeated by itself. */
export default function SignInDialog({ onDone }: { onDone: () => Promise<void> }) {
  const view = useQueryClient().getQueryData<SessionView>(['getSession']);
  return (
    <Dialog
      title="Your session has ended"
      description="Sign in again to go on; what you typed is still here. For another person the console begins anew."
      onClose={() => undefined}
    >
      <SignInForm email={view?.email} onDone={onDone} />
    </Dialog>
  );
}
