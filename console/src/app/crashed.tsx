import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';

/** A page that could not be shown, for example because a newer console has been installed meanwhile. */
export function Crashed({ error }: ErrorComponentProps) {
  return (
    <Empty title="This page could not be shown">
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <Button look="primary" onClick={() => window.location.reload()}>
        Load the console anew
      </Button>
    </Empty>
  );
}
