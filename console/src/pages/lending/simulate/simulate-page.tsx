import { useState } from 'react';
import { act, type Answer, newReference } from '../../../api/client';
import { useSession } from '../../../app/session';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { SimulationForm } from './simulation-form';
import { bodyOf, type Inputs, startingInputs } from './simulation-inputs';
import { SimulationResult } from './simulation-result';

type Simulation = Answer<'simulateLoan'>;

/** A loan that is lived in memory: its schedule, its balances on a day, and what would be booked. */
export default function SimulatePage() {
  const { view } = useSession();
  const [inputs, setInputs] = useState<Inputs>(() => startingInputs(view.businessDate));
  const [simulation, setSimulation] = useState<Simulation>();
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const simulate = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { data } = await act('simulateLoan', { body: bodyOf(inputs) as never, reference: newReference() });
      setSimulation(data);
    } catch (error) {
      setProblem(error);
    }
    setBusy(false);
  };
  return (
    <div className="space-y-4">
      <PageHead
        title="Simulate a loan"
        intro="Shows how a loan would live, night by night: schedule, balances, class and entries. Nothing is booked and nothing is kept."
      />
      <Card title="Terms">
        <SimulationForm {...{ inputs, isBusy }} onChange={setInputs} onSubmit={() => void simulate()} />
      </Card>
      <ProblemNotice problem={problem} />
      {simulation ? (
        <SimulationResult simulation={simulation} />
      ) : (
        <div className="rounded-lg border border-dashed border-line">
          <Empty title="No loan has been simulated">Enter the terms and press “Simulate the loan”.</Empty>
        </div>
      )}
    </div>
  );
}
