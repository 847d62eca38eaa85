import { naira } from '../rules/naira';

/** An amount of Naira; a negative one is red as well as signed. */
export function Money({ amount }: { amount: number | null | undefined }) {
  return <span className={`whitespace-nowrap ${(amount ?? 0) < 0 ? 'text-danger' : ''}`}>{naira(amount)}</span>;
}
