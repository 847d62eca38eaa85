import { naira } from '../../rules/naira';
import { Pill } from '../../ui/pill';

/** The comparison of two sides, in words. */
export function Balanced({ difference }: { difference: number }) {
  const text = difference === 0 ? 'Balanced' : `Differs by ${naira(difference)}`;
  return <Pill status={text} text={text} tone={difference === 0 ? 'good' : 'danger'} />;
}
