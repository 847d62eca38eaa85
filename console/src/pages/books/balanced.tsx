import { naira } from '../../rules/naira';
import { Pill } from '../../ui/pill';

/** Whether two sides are equal, in words. */
export function Balanced({ difference }: { difference: number }) {
  const text = difference === 0 ? 'Balanced' : `Differs by ${naira(difference)}`;
  return <Pill status={text} text={text} tone={difference === 0 ? 'good' : 'danger'} />;
}
