import { Pill } from '../../ui/pill';
import { When } from '../../ui/when';

/** By when a case should be decided. */
export function DueTime({ at, isOverdue }: { at: string | null; isOverdue: boolean }) {
  return (
    <>
      <When at={at} /> {isOverdue && <Pill status="Overdue" />}
    </>
  );
}
