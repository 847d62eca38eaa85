import { recordAddress } from '../../../rules/record-address';
import { actor, provider } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { RecordLink } from '../../../ui/record-link';
import type { Payment } from './payment-words';

/** The money of a payment, its parties, and what the provider knows it by. */
export function PaymentFacts({ payment }: { payment: Payment }) {
  return (
    <div className="space-y-4">
      <Card title="Money">
        <Sum payment={payment} />
        <div className="mt-4">
          <Facts
            columns={1}
            of={[
              ['From', <Party name={payment.debitAccountName} number={payment.debitAccount} isOurs />],
              [
                'To',
                <Party
                  name={payment.creditAccountName}
                  number={payment.creditAccount}
                  institution={payment.creditInstitution}
                  isOurs={payment.provider === null}
                />,
              ],
              ['Narration', payment.narration],
            ]}
          />
        </div>
      </Card>
      <Card title="References">
        <Facts
          columns={1}
          of={[
            [
              'Posting',
              <RecordLink to={recordAddress('posting', payment.postingReferenceNumber)}>
                {payment.postingReferenceNumber}
              </RecordLink>,
            ],
            ['Asked by', actor(payment.initiatedBy)],
            payment.provider !== null && ['Provider', provider(payment.provider)],
            payment.sessionID !== null && ['Session', <span className="break-all">{payment.sessionID}</span>],
            payment.provider !== null && ['Calls', `${payment.sends} sent, ${payment.queries} asked`],
            payment.responseMessage !== null && [
              'Last answer',
              `${payment.responseMessage}${payment.responseCode ? ` (code ${payment.responseCode})` : ''}`,
            ],
          ]}
        />
      </Card>
    </div>
  );
}

function Sum({ payment }: { payment: Payment }) {
  const rows = [
    ['Amount', payment.amount],
    ['Fee', payment.fee],
    ['Taxes and stamp duty', payment.taxes],
  ] as const;
  return (
    <table className="w-full">
      <caption className="sr-only">Amounts of the payment</caption>
      <tbody>
        {rows.map(([name, amount]) => (
          <tr key={name}>
            <th scope="row" className="py-0.5 text-left font-normal text-muted">
              {name}
            </th>
            <td className="py-0.5 text-right">
              <Money amount={amount} />
            </td>
          </tr>
        ))}
        <tr className="border-t border-line text-lg font-semibold">
          <th scope="row" className="pt-1 text-left">
            Debited
          </th>
          <td className="pt-1 text-right">
            <Money amount={payment.amount + payment.fee + payment.taxes} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

interface PartyProps {
  name: string | null;
  number: string | null;
  institution?: string | null;
  isOurs?: boolean;
}

function Party({ name, number, institution, isOurs }: PartyProps) {
  const shown = number && isOurs ? <RecordLink to={recordAddress('account', number)}>{number}</RecordLink> : number;
  return (
    <>
      {name && <span className="block">{name}</span>}
      {shown ?? (name ? null : '–')}
      {institution && (number ? `, ${institution}` : institution)}
    </>
  );
}
