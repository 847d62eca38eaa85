import { naira } from '../../rules/naira';
import { Pill } from '../../ui/pill';

interface Sides {
  /** Debits less credits. */
  difference: number;
  /** A part of the books differs by what other branches owe to it, or it to them. */
  isOfBranch?: boolean;
}

/** The comparison of two sides, in words. */
export function Balanced({ difference, isOfBranch = false }: Sides) {
  if (isOfBranch && difference !== 0) {
    const text = `Due ${difference < 0 ? 'from' : 'to'} other branches ${naira(Math.abs(difference))}`;
    return <Pill status={text} text={text} tone="muted" />;
  }
  const text = difference === 0 ? 'Balanced' : `Differs by ${naira(difference)}`;
  return <Pill status={text} text={text} tone={difference === 0 ? 'good' : 'danger'} />;
}
