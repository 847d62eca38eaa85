import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api/client';
import { ListPage } from '../../../list/list-page';
import { count } from '../../../rules/naira';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { VERDICTS } from './verdict-list';

/** The verdicts of one scenario, with how many its live version and its shadow have. */
export function VerdictsOfScenario({ code }: { code: string }) {
  const live = useVerdictCount(code, 'live');
  const shadow = useVerdictCount(code, 'shadow');
  return (
    <div className="space-y-4">
      <Card title="Movements that met the scenario">
        <Facts
          of={[
            ['Live versions', live],
            ['In shadow', shadow],
          ]}
        />
      </Card>
      <ListPage of={{ ...VERDICTS, isPart: true, filters: ['Mode'], fixed: { ScenarioCode: code } }} />
    </div>
  );
}

function useVerdictCount(code: string, mode: 'live' | 'shadow'): string | undefined {
  const query = { ScenarioCode: code, Mode: mode, PageSize: '1' };
  const { data } = useQuery({
    queryKey: ['listAmlScenarioVerdicts', query],
    queryFn: ({ signal }) => read('listAmlScenarioVerdicts', { query, signal }),
  });
  if (!data) return undefined;
  return `${count(data.recordCount)}${data.recordCountIsCapped ? ' or more' : ''}`;
}
