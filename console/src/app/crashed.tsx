import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';

/** A page that could not be shown, for example because a newer console has been installed meanwhile. */
export function Crashed({ error }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Empty title="This page could not be shown">
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        <Button look="primary" onClick={() => void router.invalidate()}>
          Try again
        </Button>
        <Button onClick={() => window.location.reload()}>Load the console anew</Button>
      </div>
    </Empty>
  );
}
