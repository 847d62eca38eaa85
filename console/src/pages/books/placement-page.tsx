import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { recordQuery } from '../../api/record-query';
import { ActionButtons, ActionHost } from '../../form/action-host';
import { actor } from '../../rules/words';
import { Card } from '../../ui/card';
import { Facts } from '../../ui/facts';
import { Money } from '../../ui/money';
import { ProblemNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { Pill } from '../../ui/pill';
import { Day, When } from '../../ui/when';
import { type Placement, PLACEMENT_ACTIONS } from './placement-actions';

/** One placement with another bank. */
export default function PlacementPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const placement = useQuery(recordQuery('getPlacement', id));
  if (placement.data) return <LoadedPlacement placement={placement.data} />;
  return (
    <div className="space-y-4">
      <PageHead title={`Placement ${id}`} />
      <ProblemNotice problem={placement.error} retry={() => void placement.refetch()} />
    </div>
  );
}

function LoadedPlacement({ placement }: { placement: Placement }) {
  return (
    <div className="space-y-4">
      <PageHead
        title={`Placement with ${placement.counterparty}`}
        beside={<Pill status={placement.status} />}
        intro={placement.referenceNumber && `Reference ${placement.referenceNumber}`}
      >
        <ActionButtons actions={PLACEMENT_ACTIONS} record={placement} />
      </PageHead>
      <Card title="Terms">
        <Facts
          columns={3}
          of={[
            ['Amount', <Money amount={placement.amount} />],
            ['Rate', `${placement.rate} % a year`],
            ['Start', <Day on={placement.startDate} />],
            ['Maturity', <Day on={placement.maturityDate} />],
            ['Recorded by', actor(placement.createdBy)],
            ['Recorded', <When at={placement.createdAt} />],
            placement.dateClosed !== null && ['Closed', <Day on={placement.dateClosed} />],
            !!placement.closureReason && ['Reason', placement.closureReason],
            !!placement.notes && ['Notes', placement.notes],
          ]}
        />
      </Card>
      <ActionHost actions={PLACEMENT_ACTIONS} recordOf={() => placement} />
    </div>
  );
}
