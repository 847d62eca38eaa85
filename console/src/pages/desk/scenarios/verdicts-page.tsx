import type { ListTab } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { VERDICTS } from './verdict-list';

const TABS: readonly ListTab[] = [
  { title: 'All', search: {} },
  { title: 'Live', search: { Mode: 'live' } },
  { title: 'Shadow', search: { Mode: 'shadow' } },
];

/** The verdicts on movements, over all scenarios. */
export default function VerdictsPage() {
  return (
    <ListPage
      of={{
        ...VERDICTS,
        intro: 'Movements that met a scenario or a group, with the reasons. A verdict in shadow has no effect.',
        tabs: TABS,
        filters: ['ScenarioCode', 'PostingReferenceNumber', 'Mode'],
        labels: { ScenarioCode: 'Scenario', PostingReferenceNumber: 'Posting' },
      }}
    />
  );
}
