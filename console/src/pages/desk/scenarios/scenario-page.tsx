import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { recordQuery } from '../../../api/record-query';
import { ActionButtons, ActionHost, ActionMenu } from '../../../form/action-host';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { TabPanels } from '../../../ui/tab-panels';
import { DefinitionPart } from './definition-part';
import { CHANGE_FIGURES, GO_LIVE, RUN_SHADOW, SCENARIO_ACTIONS } from './scenario-actions';
import { actionText, type Scenario, speedText, statesOf } from './scenario-words';
import { TrialsOfScenario } from './trials-part';
import { VerdictsOfScenario } from './verdicts-part';
import { VersionsPart } from './versions-part';

/** One scenario: its figures and conditions, its versions, trials on past movements, and its verdicts. */
export default function ScenarioPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const scenario = useQuery(recordQuery('getAmlScenario', id));
  if (!scenario.data)
    return (
      <div className="space-y-4">
        <PageHead title="Scenario" />
        <ProblemNotice problem={scenario.error} retry={() => void scenario.refetch()} />
      </div>
    );
  return <LoadedScenario scenario={scenario.data} />;
}

function LoadedScenario({ scenario }: { scenario: Scenario }) {
  const states = statesOf(scenario);
  return (
    <div className="space-y-4">
      <PageHead
        title={scenario.title}
        beside={
          <span className="flex flex-wrap gap-1">
            {states.map(({ status, text }) => (
              <Pill key={status} status={status} text={text} />
            ))}
            {states.length === 0 && <Pill status="Retired" />}
          </span>
        }
        intro={scenario.description}
      >
        <ActionMenu actions={SCENARIO_ACTIONS} record={scenario} />
      </PageHead>
      <TabPanels
        panels={[
          { name: 'overview', title: 'Overview', content: () => <Overview scenario={scenario} /> },
          { name: 'versions', title: 'Versions', content: () => <VersionsPart scenario={scenario} /> },
          {
            name: 'trials',
            title: 'Past movements',
            operation: 'listAmlScenarioBacktests',
            content: () => <TrialsOfScenario scenario={scenario} />,
          },
          {
            name: 'verdicts',
            title: 'Verdicts',
            operation: 'listAmlScenarioVerdicts',
            content: () => <VerdictsOfScenario code={scenario.code} />,
          },
        ]}
      />
      <ActionHost actions={SCENARIO_ACTIONS} recordOf={() => scenario} />
    </div>
  );
}

function Overview({ scenario }: { scenario: Scenario }) {
  return (
    <div className="space-y-4">
      <Card title="Facts">
        <Facts
          columns={3}
          of={[
            ['Code', scenario.code],
            ['Name that outsiders see', scenario.publicName],
            ['From', scenario.isShipped ? 'The program' : 'The institution'],
            ['Decides', speedText(scenario)],
            ['When it fires', actionText(scenario.action)],
          ]}
        />
      </Card>
      <Card title="Next step">
        <div className="space-y-3">
          <p>{nextStep(scenario)}</p>
          <div className="flex flex-wrap gap-2 empty:hidden">
            <ActionButtons actions={[RUN_SHADOW, GO_LIVE, CHANGE_FIGURES]} record={scenario} />
          </div>
        </div>
      </Card>
      <DefinitionPart scenario={scenario} />
    </div>
  );
}

function nextStep({ draftVersion, shadowVersion, liveVersion }: Scenario): string {
  if (draftVersion !== null)
    return 'The draft has no effect. Run it in shadow to see its verdicts, or try it on past movements, before it goes live.';
  if (shadowVersion !== null)
    return 'The shadow sees every movement and has no effect. Read its verdicts, then ask to put it live.';
  if (liveVersion !== null) return 'The live version decides on every movement. A change begins a new draft.';
  return 'The scenario is retired. A change begins a new draft.';
}
