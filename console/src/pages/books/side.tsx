import { naira } from '../../rules/naira';

/** A balance with its side, as ledgers of every category stand under each other. */
export function Side({ balance }: { balance: number }) {
  if (balance === 0) return '–';
  return <span className="whitespace-nowrap">{`${naira(Math.abs(balance))} ${balance < 0 ? 'Cr' : 'Dr'}`}</span>;
}
