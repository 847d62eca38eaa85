import { action } from '../../../form/action';
import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { recordAddress } from '../../../rules/record-address';
import { actor } from '../../../rules/words';
import { Money } from '../../../ui/money';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { Day, NarrowWhen, When } from '../../../ui/when';

const GROUPS: ListDefinition<'listPostingGroups'> = {
  operation: 'listPostingGroups',
  title: 'Posting groups',
  intro: 'Postings of several legs that staff enter. Each is posted together or not at all.',
  columns: [
    { key: 'at', header: 'Entered', sort: 'createdAt', cell: (row) => <When at={row.createdAt} />, isSecondary: true },
    {
      key: 'reference',
      header: 'Reference',
      cell: (row) => (
        <>
          <RecordLink to={recordAddress('posting-group', row.id)}>
            <span className="break-all">{row.referenceNumber}</span>
          </RecordLink>
          <NarrowWhen at={row.createdAt} />
        </>
      ),
    },
    { key: 'narration', header: 'Narration', cell: (row) => row.narration, isSecondary: true },
    { key: 'maker', header: 'Entered by', cell: (row) => actor(row.maker), isSecondary: true },
    { key: 'checker', header: 'Approved by', cell: (row) => actor(row.checker), isSecondary: true },
    { key: 'value', header: 'Value date', cell: (row) => <Day on={row.valueDate} />, isSecondary: true },
    { key: 'amount', header: 'Amount', cell: (row) => <Money amount={row.amount} />, isNumber: true },
    {
      key: 'status',
      header: 'State',
      cell: (row) => (
        <span className="flex flex-wrap gap-1">
          <Pill status={row.status} />
          {row.amlHold && <Pill status="Held" text="AML hold" />}
          {row.isReversed && <Pill status="Reversed" />}
        </span>
      ),
    },
  ],
  rowKey: (row) => String(row.id),
  opens: (row) => recordAddress('posting-group', row.id),
  tabs: [
    { title: 'All', search: {} },
    { title: 'Waiting', search: { Status: 'Pending Approval' } },
    { title: 'Posted', search: { Status: 'Posted' } },
  ],
  filters: ['ReferenceNumber', 'MakerStaffID', 'Status'],
  labels: { ReferenceNumber: 'Reference', MakerStaffID: 'Entered by', Status: 'State' },
  actions: [
    action<undefined>()({
      operation: 'createPostingGroup',
      title: 'Enter a posting group',
      page: '/posting-groups/new',
      done: 'The posting group has been posted.',
    }),
  ],
  empty: 'Enter the first one: cash movements, corrections and other postings of staff.',
};

export default function PostingGroupsPage() {
  return <ListPage of={GROUPS} />;
}
