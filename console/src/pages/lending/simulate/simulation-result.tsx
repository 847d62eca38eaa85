import type { Answer } from '../../../api/client';
import { type Column, DataTable } from '../../../list/data-table';
import { day } from '../../../rules/dates';
import { label } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { Pill } from '../../../ui/pill';
import { Day } from '../../../ui/when';
import { ScheduleTable } from '../schedule-table';

/** Amounts are decimal texts. */
interface Simulated {
  loan: { date: string; status: string; classification: string; maturityDate: string; payoff: string };
  balances: Record<string, string>;
  arrears: { overdue: string; overdueSince: string | null; daysPastDue: number; suspendedSince: string | null };
  provision: { percent: number; exposure: string; prudential: string };
  schedule: {
    nr: number;
    dueDate: string;
    status: string;
    principal: string;
    interest: string;
    fee: string;
    default: string;
    penalty: string;
    paid: string;
    balance: string;
  }[];
  entries: Entry[];
}

interface Entry {
  date: string;
  event: string;
  debits: Record<string, string>;
  credits: Record<string, string>;
}

const NAMES: Record<string, string> = { fee: 'Fees', default: 'Default interest', penalty: 'Penalties' };
const nameOfAmount = (name: string): string => NAMES[name] ?? label(name);

const amountsOf = (side: Record<string, string>) =>
  Object.entries(side).map(([name, amount]) => (
    <span key={name} className="flex justify-between gap-3">
      {nameOfAmount(name)} <Money amount={Number(amount)} />
    </span>
  ));

const ENTRY_COLUMNS: readonly Column<Entry>[] = [
  { key: 'date', header: 'Day', cell: (row) => <Day on={row.date} /> },
  { key: 'event', header: 'Act', cell: (row) => nameOf(row.event), isSecondary: true },
  { key: 'debits', header: 'Debits', cell: (row) => amountsOf(row.debits) },
  { key: 'credits', header: 'Credits', cell: (row) => amountsOf(row.credits) },
];

function nameOf(event: string): string {
  const nights = /^nights from (.+)$/.exec(event);
  return nights ? `Nights from ${day(nights[1])}` : label(event);
}

/** The simulated loan on the chosen day. */
export function SimulationResult({ simulation }: { simulation: Answer<'simulateLoan'> }) {
  const { loan, balances, arrears, provision, schedule, entries } = simulation as unknown as Simulated;
  const rows = schedule.map((row) => ({
    number: row.nr,
    dueDate: row.dueDate,
    status: row.status,
    principal: Number(row.principal),
    interest: Number(row.interest),
    charges: Number(row.fee) + Number(row.default) + Number(row.penalty),
    paid: Number(row.paid),
    balance: Number(row.balance),
  }));
  return (
    <>
      <Card title={`On ${day(loan.date)}`} actions={<Pill status={loan.status} />}>
        <Facts
          columns={3}
          of={[
            ['To settle', <Money amount={Number(loan.payoff)} />],
            ['Overdue', <Money amount={Number(arrears.overdue)} />],
            ['Days past due', arrears.daysPastDue],
            ['Class', <Pill status={loan.classification} />],
            ['Prudential provision', <Money amount={Number(provision.prudential)} />],
            ['Maturity', <Day on={loan.maturityDate} />],
            ...Object.entries(balances).map(
              ([name, amount]) => [nameOfAmount(name), <Money amount={Number(amount)} />] as const,
            ),
          ]}
        />
      </Card>
      <Card title="Schedule" isFlush>
        <ScheduleTable caption="Schedule of the simulated loan" rows={rows} />
      </Card>
      <Card title="Entries" isFlush>
        <DataTable
          caption="Entries of the simulated loan"
          columns={ENTRY_COLUMNS}
          rows={entries}
          rowKey={(row) => `${row.date} ${row.event} ${entries.indexOf(row)}`}
        />
      </Card>
    </>
  );
}
