import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api/client';
import { ActionButtons, ActionHost } from '../../../form/action-host';
import { type Column, DataTable } from '../../../list/data-table';
import { actor } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { ProblemNotice } from '../../../ui/notice';
import { Day, When } from '../../../ui/when';
import type { Overview } from './customer-actions';
import {
  countryName,
  type Diligence,
  DILIGENCE_ACTIONS,
  type DiligenceOfCustomer,
  formText,
} from './diligence-actions';

/** Occupation, income, source of wealth and document of a person, or business and directors of a company. */
export function DueDiligencePart({ of }: { of: Overview }) {
  const { customerID, customerType } = of.customer;
  const diligence = useQuery({
    queryKey: ['getDueDiligence', customerID],
    queryFn: ({ signal }) => read('getDueDiligence', { path: { customerID }, signal }),
  });
  if (!diligence.data) return <ProblemNotice problem={diligence.error} retry={() => void diligence.refetch()} />;
  return <LoadedDiligence record={{ diligence: diligence.data, isPerson: customerType === 'Individual' }} />;
}

function LoadedDiligence({ record }: { record: DiligenceOfCustomer }) {
  const { diligence, isPerson } = record;
  return (
    <div className="space-y-4">
      <Card title="Due diligence" actions={<ActionButtons actions={DILIGENCE_ACTIONS} record={record} isPlain />}>
        <Facts
          columns={3}
          of={[
            ...(isPerson ? personFacts(diligence) : companyFacts(diligence)),
            ['Recorded by', diligence.updatedBy === null ? 'Nothing is recorded' : actor(diligence.updatedBy)],
            diligence.updatedAt !== null && ['Recorded', <When at={diligence.updatedAt} />],
          ]}
        />
      </Card>
      {diligence.directors.length > 0 && (
        <Card title="Directors and signatories" isFlush>
          <DataTable
            caption="Directors and signatories"
            columns={DIRECTORS}
            rows={diligence.directors}
            rowKey={({ firstName, lastName, bvn }) => `${firstName} ${lastName} ${bvn}`}
          />
        </Card>
      )}
      <ActionHost actions={DILIGENCE_ACTIONS} recordOf={() => record} />
    </div>
  );
}

type Fact = readonly [string, React.ReactNode];

function personFacts(of: Diligence): Fact[] {
  return [
    ['Occupation', of.occupation],
    ['Employer', of.employerName],
    ['Source of wealth', of.sourceOfWealth],
    ['Declared income a month', <Money amount={of.declaredMonthlyIncome} />],
    ['Country of residence', countryName(of.residenceCountry)],
    ['Public position', of.publicPosition ?? 'None known'],
    ['Document issued', <Day on={of.identificationIssuedOn} />],
    ['Document expires', <Day on={of.identificationExpiresOn} />],
    ['Document of', countryName(of.identificationCountry)],
  ];
}

function companyFacts(of: Diligence): Fact[] {
  return [
    ['Legal form', formText(of.legalForm)],
    ['Business', of.business],
    ['Incorporated', <Day on={of.incorporatedOn} />],
    ['Incorporated in', countryName(of.incorporationCountry)],
    ['Source of wealth', of.sourceOfWealth],
    ['Declared income a month', <Money amount={of.declaredMonthlyIncome} />],
  ];
}

const DIRECTORS: Column<Diligence['directors'][number]>[] = [
  { key: 'name', header: 'Name', cell: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  { key: 'bvn', header: 'BVN', cell: ({ bvn }) => bvn ?? '–' },
  { key: 'born', header: 'Born', cell: ({ dateOfBirth }) => <Day on={dateOfBirth} />, isSecondary: true },
  { key: 'nationality', header: 'Nationality', cell: ({ nationality }) => nationality ?? '–', isSecondary: true },
  {
    key: 'document',
    header: 'Document',
    cell: ({ identificationType, identificationNumber }) =>
      [identificationType, identificationNumber].filter(Boolean).join(' ') || '–',
    isSecondary: true,
  },
  { key: 'phone', header: 'Telephone', cell: ({ phoneNumber }) => phoneNumber ?? '–', isSecondary: true },
];
