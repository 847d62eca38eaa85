import { useSession } from '../app/session';
import { day, when } from '../rules/dates';

/** A point in time in the institution's zone. */
export function When({ at }: { at: string | null | undefined }) {
  const { view } = useSession();
  if (!at) return '–';
  return (
    <time dateTime={at} title={`${at} (shown in ${view.timeZone})`} className="whitespace-nowrap">
      {when(at, view.timeZone)}
    </time>
  );
}

/** A point in time under another value, where the column of times is left out on narrow screens. */
export function NarrowWhen({ at }: { at: string | null | undefined }) {
  return (
    <span className="block text-sm text-muted md:hidden">
      <When at={at} />
    </span>
  );
}

/** A calendar day. */
export function Day({ on }: { on: string | null | undefined }) {
  return on ? (
    <time dateTime={on.slice(0, 10)} className="whitespace-nowrap">
      {day(on)}
    </time>
  ) : (
    '–'
  );
}
