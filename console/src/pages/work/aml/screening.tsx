import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api/client';
import { action } from '../../../form/action';
import { ActionHost, useActions, useOpenAction } from '../../../form/action-host';
import { Button } from '../../../ui/button';
import { Notice, ProblemNotice } from '../../../ui/notice';

type State = Answer<'getScreening'>;

const TURN_OFF = action<State>()({
  operation: 'setScreening',
  title: 'Turn screening off',
  isDanger: true,
  fixed: () => ({ enabled: false }),
  consequence: () =>
    'A colleague must approve; until then screening stays on. Afterwards no movement is screened and none is held until somebody turns screening on again: what passes meanwhile is never looked at. Movements that are held already stay held. It is recorded under your name.',
  done: 'Screening is off.',
});

const TURN_ON = action<State>()({
  operation: 'setScreening',
  title: 'Turn screening on',
  fixed: () => ({ enabled: true }),
  consequence: () =>
    'A colleague must approve. From the next movement after that, every movement is compared with the active rules.',
  done: 'Screening is on.',
});

/** The state of screening as a whole, with its switch. */
export function Screening() {
  const state = useQuery({ queryKey: ['getScreening'], queryFn: ({ signal }) => read('getScreening', { signal }) });
  if (!state.data) return <ProblemNotice problem={state.error} retry={() => void state.refetch()} />;
  const actions = [state.data.enabled ? TURN_OFF : TURN_ON];
  return (
    <Notice tone={state.data.enabled ? 'good' : 'danger'} role={state.data.enabled ? undefined : 'alert'}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="m-0">
          <strong>Screening is {state.data.enabled ? 'on' : 'off'}.</strong>{' '}
          {state.data.enabled
            ? 'Every movement is compared with the active rules before it is posted.'
            : 'Nothing is compared with the rules, and no movement is held.'}
        </p>
        <Switch actions={actions} state={state.data} />
      </div>
      <ActionHost actions={actions} recordOf={() => state.data} />
    </Notice>
  );
}

function Switch({ actions, state }: { actions: (typeof TURN_OFF)[]; state: State }) {
  const open = useOpenAction();
  return useActions(actions, state).map(({ action: { operation, title, isDanger } }) => (
    <Button key={operation} className="text-text" look={isDanger ? 'plain' : 'primary'} onClick={() => open(operation)}>
      {title} …
    </Button>
  ));
}
