import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Field, type Fields, loadForms } from '../../../form/fields';
import { label } from '../../../rules/words';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { percent, TERM_LABELS } from './product-words';

interface Tier {
  fromAmount: number;
  interestRate: number;
}

type TermsName = 'loanTerms' | 'fixedDepositTerms' | 'savingsTerms';

/** The terms of a product in words: names and kinds come from the form with which they are entered. */
export function TermFacts({ name, terms }: { name: TermsName; terms: object }) {
  const { data } = useQuery({ queryKey: ['forms'], queryFn: loadForms, staleTime: Infinity });
  const fields: Fields = data?.createProduct?.[name]?.f ?? {};
  const known = Object.entries(terms as Record<string, unknown>).filter(([key]) => key !== 'ledgers');
  return (
    <Facts
      columns={3}
      of={known.map(([key, value]) => [
        TERM_LABELS[key] ?? label(key),
        <Term key={key} field={fields[key]} value={value} />,
      ])}
    />
  );
}

function Term({ field, value }: { field: Field | undefined; value: unknown }): ReactNode {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return <Several values={value} />;
  const position = field?.o?.indexOf(value as string | number) ?? -1;
  if (position >= 0 && field?.l) return field.l[position] === 'False' ? 'None' : label(field.l[position]!);
  if (typeof value === 'number') return field?.k === 'naira' ? <Money amount={value} /> : value.toLocaleString('en-NG');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.includes('/') ? text : label(text);
}

function Several({ values }: { values: unknown[] }) {
  if (values.length === 0) return 'None';
  if (values.every((one) => typeof one === 'string')) return values.map((one) => label(one)).join(', ');
  return (values as Tier[]).map((tier) => (
    <span key={tier.fromAmount} className="block">
      from <Money amount={tier.fromAmount} />: {percent(tier.interestRate)}
    </span>
  ));
}

/** The ledgers to which a product books. */
export function LedgerFacts({ ledgers }: { ledgers: object }) {
  return <Facts columns={3} of={Object.entries(ledgers).map(([key, code]) => [label(key), code as string])} />;
}
