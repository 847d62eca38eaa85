import type { Answer } from '../../../api/client';
import { Money } from '../../../ui/money';

type Entry = NonNullable<Answer<'getApproval'>['entries']>[number];

/**
 * The debits and credits of a movement that waits, entry by entry. Name and narration stand under the number, so that
 * the largest amounts are whole beside the queue, on narrow screens too.
 */
export function EntryTable({ entries }: { entries: Entry[] }) {
  return (
    <div className="relative mb-4 overflow-x-auto" tabIndex={0} role="region" aria-label="Entries">
      <table className="w-full text-left">
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            <Heading>Account</Heading>
            <Heading isAmount>Debit</Heading>
            <Heading isAmount>Credit</Heading>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ account, accountName, side, amount, narration }, index) => (
            <tr key={index} className="border-b border-line align-top last:border-0">
              <th scope="row" className="py-1.5 pr-3 font-medium">
                {account}
                <span className="block font-normal wrap-anywhere">{accountName}</span>
                {narration && <span className="block text-sm font-normal wrap-anywhere text-muted">{narration}</span>}
              </th>
              <td className="py-1.5 pr-3 text-right">{side === 'Debit' && <Money amount={amount} />}</td>
              <td className="py-1.5 text-right">{side === 'Credit' && <Money amount={amount} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Heading({ children, isAmount = false }: { children: string; isAmount?: boolean }) {
  return (
    <th scope="col" className={`py-1 pr-3 last:pr-0 font-medium ${isAmount ? 'text-right' : ''}`}>
      {children}
    </th>
  );
}
