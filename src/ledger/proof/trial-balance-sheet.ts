import type { Sheet } from '../../common/files/table';
import { printedDate } from '../../common/time/printed-date';
import type { TrialBalance } from './queries/get-trial-balance';

/** A line of the file of the trial balance: a ledger, or the totals. */
interface Line {
  code: string | null;
  name: string;
  category: string | null;
  debitsKobo: bigint;
  creditsKobo: bigint;
  netKobo: bigint;
  subAccounts: number | null;
}

/** The trial balance as a table, with its totals below. */
export function trialBalanceSheet({
  businessDate,
  rows,
  totalDebitsKobo,
  totalCreditsKobo,
}: TrialBalance): Sheet<Line> {
  const totals: Line = {
    code: null,
    name: 'Totals',
    category: null,
    debitsKobo: totalDebitsKobo,
    creditsKobo: totalCreditsKobo,
    netKobo: totalDebitsKobo - totalCreditsKobo,
    subAccounts: null,
  };
  return {
    title: 'Trial balance',
    facts: [['Business date', printedDate(businessDate)]],
    columns: [
      { title: 'Code', width: 12, kind: 'text', value: ({ code }) => code },
      { title: 'Ledger', width: 40, kind: 'text', value: ({ name }) => name },
      { title: 'Category', width: 12, kind: 'text', value: ({ category }) => category },
      { title: 'Debits', width: 20, kind: 'money', value: ({ debitsKobo }) => debitsKobo },
      { title: 'Credits', width: 20, kind: 'money', value: ({ creditsKobo }) => creditsKobo },
      { title: 'Balance', width: 20, kind: 'money', value: ({ netKobo }) => netKobo },
      { title: 'Accounts', width: 10, kind: 'number', value: ({ subAccounts }) => subAccounts },
    ],
    rows: [...rows, totals],
    isEmphasised: (line) => line === totals,
  };
}
