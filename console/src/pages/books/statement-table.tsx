import { type ReactNode, useState } from 'react';
import { naira } from '../../rules/naira';
import { Button } from '../../ui/button';
import { Money } from '../../ui/money';
import { RecordLink } from '../../ui/record-link';
import { ledgerAddress } from './ledger-address';

export interface Comparatives {
  amount: number;
  previousPeriod: number;
  previousYear: number;
}

export interface StatementLine extends Comparatives {
  category: string;
  title: string;
  ledgers: readonly (Comparatives & { code: string; name: string })[];
}

/** A part of a statement: its lines and their sum. */
export interface StatementPart {
  title: string;
  lines: readonly StatementLine[];
  total: Comparatives;
  totalTitle: string;
}

interface StatementTableProps {
  caption: string;
  parts: readonly StatementPart[];
  /** Headings of the three columns of amounts. */
  headings: readonly [ReactNode, ReactNode, ReactNode];
  /** The report's dates, for the entries that a ledger opens. */
  query: Record<string, string>;
  /** The last lines, below all parts. */
  results: readonly (readonly [string, Comparatives])[];
}

const NUMBER = 'px-3 py-1.5 text-right whitespace-nowrap';
const EARLIER = `${NUMBER} max-md:hidden text-muted`;

function Amounts({ of, isStrong }: { of: Comparatives; isStrong?: boolean }) {
  const zero = (amount: number) => (amount === 0 ? '–' : naira(amount));
  return (
    <>
      <td className={NUMBER}>{isStrong ? <Money amount={of.amount} /> : <Money amount={of.amount || null} />}</td>
      <td className={EARLIER}>{zero(of.previousPeriod)}</td>
      <td className={EARLIER}>{zero(of.previousYear)}</td>
    </>
  );
}

/** A balance sheet or a profit and loss account, with two earlier columns; the ledgers of the lines can be shown. */
export function StatementTable({ caption, parts, headings, query, results }: StatementTableProps) {
  const [hasLedgers, showLedgers] = useState(false);
  return (
    <div className="space-y-2">
      <Button isSmall aria-pressed={hasLedgers} onClick={() => showLedgers(!hasLedgers)}>
        {hasLedgers ? 'Hide the ledgers' : 'Show the ledgers'}
      </Button>
      <div className="relative overflow-x-auto" tabIndex={0} role="region" aria-label={`${caption}: table`}>
        <table className="w-full border-collapse text-left">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="border-b border-line text-sm text-muted">
              <th scope="col" className="px-3 py-2 font-medium">
                Line
              </th>
              {headings.map((heading, index) => (
                <th
                  key={index}
                  scope="col"
                  className={`px-3 py-2 text-right font-medium ${index > 0 ? 'max-md:hidden' : ''}`}
                >
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          {parts.map((part) => (
            <Part key={part.title} {...{ part, hasLedgers, query }} />
          ))}
          <tfoot>
            {results.map(([title, amounts]) => (
              <tr key={title} className="border-t-2 border-line-strong text-lg font-semibold">
                <th scope="row" className="px-3 py-2">
                  {title}
                </th>
                <Amounts of={amounts} isStrong />
              </tr>
            ))}
          </tfoot>
        </table>
      </div>
    </div>
  );
}

interface PartProps {
  part: StatementPart;
  hasLedgers: boolean;
  query: Record<string, string>;
}

function Part({ part, hasLedgers, query }: PartProps) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={4} className="px-3 pt-4 pb-1 text-base font-semibold">
          {part.title}
        </th>
      </tr>
      {part.lines.map((line) => [
        <tr key={line.title} className="border-b border-line">
          <th scope="row" className="px-3 py-1.5 font-normal">
            {line.title}
          </th>
          <Amounts of={line} />
        </tr>,
        ...(hasLedgers ? line.ledgers : []).map((ledger) => (
          <tr key={`${line.title} ${ledger.code}`} className="border-b border-line text-sm">
            <th scope="row" className="py-1 pr-3 pl-8 font-normal">
              <RecordLink to={/^\d/.test(ledger.code) ? ledgerAddress(ledger.code, query) : undefined}>
                {`${ledger.code} ${ledger.name}`}
              </RecordLink>
            </th>
            <Amounts of={ledger} />
          </tr>
        )),
      ])}
      <tr className="font-semibold">
        <th scope="row" className="px-3 py-2">
          {part.totalTitle}
        </th>
        <Amounts of={part.total} isStrong />
      </tr>
    </tbody>
  );
}
