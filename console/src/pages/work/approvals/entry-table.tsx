import type { Answer } from '../../../api/client';
import { Money } from '../../../ui/money';

type Entry = NonNullable<Answer<'getApproval'>['entries']>[number];

/** The debits and credits of a movement that waits, entry by entry. */
export function EntryTable({ entries }: { entries: Entry[] }) {
  const hasNarrations = entries.some(({ narration }) => narration !== null);
  return (
    <div className="relative mb-4 overflow-x-auto" tabIndex={0} role="region" aria-label="Entries">
      <table className="w-full text-left">
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            <Heading>Account</Heading>
            <Heading>Name</Heading>
            {hasNarrations && <Heading>Narration</Heading>}
            <Heading isAmount>Debit</Heading>
            <Heading isAmount>Credit</Heading>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ account, accountName, side, amount, narration }, index) => (
            <tr key={index} className="border-b border-line align-top last:border-0">
              <th scope="row" className="py-1.5 pr-4 font-medium">
                {account}
              </th>
              <td className="py-1.5 pr-4">{accountName}</td>
              {hasNarrations && <td className="py-1.5 pr-4">{narration}</td>}
              <td className="py-1.5 pr-4 text-right">{side === 'Debit' && <Money amount={amount} />}</td>
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
    <th scope="col" className={`py-1 pr-4 last:pr-0 font-medium ${isAmount ? 'text-right' : ''}`}>
      {children}
    </th>
  );
}
