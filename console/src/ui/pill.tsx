import { clsx } from 'clsx';
import { type Tone, toneOf } from '../rules/tones';
import { stateLabel } from '../rules/words';

const TONES: Record<Tone, string> = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
  muted: 'bg-sunken text-muted',
};

/** The state of a record, as a word on a coloured ground. The colour repeats the word and never stands for it. */
export function Pill({ status, tone, text }: { status: string | null | undefined; tone?: Tone; text?: string }) {
  if (!status) return <span className="text-muted">–</span>;
  return (
    <span
      className={clsx(
        'inline-block rounded-full px-2 py-0.5 text-sm font-medium sm:whitespace-nowrap max-sm:rounded-lg',
        TONES[tone ?? toneOf(status)],
      )}
    >
      {text ?? stateLabel(status)}
    </span>
  );
}
